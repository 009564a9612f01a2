import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chmod, cp, mkdir, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { endOrphans } from './orphans.ts'
import { handOver, isForeign, type OsUser } from './os-user.ts'
import { clusterPaths } from './paths.ts'
import { runCommand } from './run-command.ts'
import type { Template } from './template.ts'
import { assertTraversable } from './traversable.ts'
import { ClusterError } from '#postgres/errors.ts'

/** Makes a cluster's folder from a template. Does nothing when the cluster is already there. */
export async function provisionCluster({
  template,
  clusterDir,
  user,
  copyTimeoutMs = 120_000,
}: {
  template: Template
  clusterDir: string
  user: OsUser
  copyTimeoutMs?: number
}): Promise<void> {
  await prepareClusterDir(clusterDir, user)
  const { dataDir } = clusterPaths(clusterDir)
  await provisionDataDir({ template, dataDir, user, copyTimeoutMs })
}

/** Makes a cluster's folder with all in it but the data. */
export async function prepareClusterDir(clusterDir: string, user: OsUser): Promise<void> {
  const { socketDir, logDir } = clusterPaths(clusterDir)
  await mkdir(clusterDir, { recursive: true })
  // the folders inside are closed; this one must let their owner through whatever our umask is
  await chmod(clusterDir, 0o755)
  await assertTraversable(clusterDir, user)
  for (const dir of [socketDir, logDir]) {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    await handOver(dir, user)
  }
}

/** Copies a template's data, complete or not at all. Does nothing when the data is already there. */
export async function provisionDataDir({
  template,
  dataDir,
  user,
  copyTimeoutMs = 120_000,
}: {
  template: Template
  dataDir: string
  user: OsUser
  copyTimeoutMs?: number
}): Promise<void> {
  const isThere = () => exists(join(dataDir, 'PG_VERSION'))
  if (await isThere()) return
  const partial = `${dataDir}.partial-${randomBytes(4).toString('hex')}`
  try {
    await copyDataDir({ from: template.dataDir, to: partial, user, copyTimeoutMs })
    if (template.bootstrap === 'project') await writeVaultKey(partial, user)
    await rename(partial, dataDir)
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    // another provision of the same cluster was faster, and has swept our copy away or taken the name
    if (!(await isThere())) throw error
  }
  await removeLeftovers(dataDir)
}

/** What the vault seals secrets with: every project has its own, and it is in no dump. */
async function writeVaultKey(dataDir: string, user: OsUser): Promise<void> {
  const keyFile = join(dataDir, 'plinth-vault.key')
  // a new file, never through a link: the folder is the server's account's by now
  await writeFile(keyFile, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  await handOver(keyFile, user)
}

/** Copies that were cut short, by a crash or by being the slower of two. */
async function removeLeftovers(dataDir: string): Promise<void> {
  const parent = dirname(dataDir)
  const names = await readdir(parent)
  for (const name of names.filter((entry) => entry.startsWith(`${basename(dataDir)}.partial-`))) {
    await rm(join(parent, name), { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Copies a data directory nobody writes to, sharing blocks where the file system can. */
export async function copyDataDir({
  from,
  to,
  user,
  copyTimeoutMs,
}: {
  from: string
  to: string
  user: OsUser
  copyTimeoutMs: number
}): Promise<void> {
  try {
    if (process.platform === 'linux') {
      const args = ['-a', '--reflink=auto', '--', from, to]
      await runCommand({ command: 'cp', args, commandTimeoutMs: copyTimeoutMs })
    } else {
      await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
    }
  } catch (cause) {
    await rm(to, { recursive: true, force: true })
    throw await copyFailure(to, cause)
  }
  if (isForeign(user)) {
    const args = ['-R', '-h', `${user.uid}:${user.gid}`, '--', to]
    await runCommand({ command: 'chown', args, commandTimeoutMs: copyTimeoutMs })
  }
  await chmod(to, 0o700)
}

async function copyFailure(to: string, cause: unknown): Promise<unknown> {
  const { bavail, bsize } = await statfs(join(to, '..'))
  // an empty cluster is about 40 MB: with less than that left there is no need to read cp's words
  if (bavail * bsize > 64 * 1024 * 1024) return cause
  return new ClusterError('NO_SPACE', `No space left for ${to}`, { cause })
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** Ends whatever runs in a cluster's folder and removes it. Fine when there is nothing. */
export async function removeCluster(clusterDir: string): Promise<void> {
  await endOrphans({ clusterDir })
  await rm(clusterDir, { recursive: true, force: true, maxRetries: 3 })
}
