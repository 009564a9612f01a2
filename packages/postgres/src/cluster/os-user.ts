import { lchown, readFile } from 'node:fs/promises'
import { ClusterError, isSystemError } from '#postgres/errors.ts'

/** The numeric account a cluster runs under; undefined means the one we run under ourselves. */
export type OsUser = { readonly uid: number; readonly gid: number } | undefined

/** Whether files must be handed over to, and stay readable for, another account. */
export const isForeign = (user: OsUser): user is NonNullable<OsUser> =>
  user !== undefined && process.getuid?.() === 0 && user.uid !== 0

/** The account templates are made under: `initdb` refuses root and wants a name in /etc/passwd. */
export async function templateUser({
  passwdFile = '/etc/passwd',
}: { passwdFile?: string } = {}): Promise<OsUser> {
  if (process.getuid?.() !== 0) return undefined
  const passwd = await readFile(passwdFile, 'utf8').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return ''
    throw error
  })
  const fields = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'nobody')
  const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])]
  if (fields === undefined || !Number.isInteger(uid) || !Number.isInteger(gid)) {
    throw new ClusterError('ENGINE_MISSING', `${passwdFile} has no user "nobody" to run initdb as`)
  }
  return { uid, gid }
}

/** Gives a file or folder to the account a cluster runs under. */
export async function handOver(path: string, user: OsUser): Promise<void> {
  if (user && process.getuid?.() === 0) await lchown(path, user.uid, user.gid)
}
