import { realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isForeign, type OsUser } from './os-user.ts'
import { ClusterError } from '#postgres/errors.ts'

/** Throws `NOT_TRAVERSABLE`, naming the folder, when `user` could not walk down to `dir`. */
export async function assertTraversable(dir: string, user: OsUser): Promise<void> {
  if (!isForeign(user)) return
  for (let folder = await realpath(dir); ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) {
      throw new ClusterError(
        'NOT_TRAVERSABLE',
        `The databases run under their own user ids, which may not enter ${folder}. ` +
          `Choose another data folder, or allow it with: chmod o+x ${folder}`,
      )
    }
    if (folder === dirname(folder)) return
  }
}
