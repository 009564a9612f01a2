import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { dirname, join, relative } from 'node:path'
import { ClusterError, isSystemError } from '#postgres/errors.ts'

/**
 * Copies a package's binaries to `target`, complete or not at all. Two processes may do so at
 * once: the second finds the first one's folder in place and drops its own.
 */
export async function publishEngine({ nativeDir, target }: { nativeDir: string; target: string }) {
  const parent = dirname(target)
  await mkdir(parent, { recursive: true, mode: 0o755 })
  const partial = join(parent, `.partial-${process.pid}-${randomBytes(4).toString('hex')}`)
  try {
    await copyTree(nativeDir, partial)
    await createSymlinks(nativeDir, partial)
    await rename(partial, target).catch((error: unknown) => {
      if (!isSystemError(error, 'EEXIST', 'ENOTEMPTY')) throw error
    })
  } catch (cause) {
    if (!isSystemError(cause, 'ENOSPC')) throw cause
    throw new ClusterError('NO_SPACE', `No space left for the engine in ${parent}`, { cause })
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to)
  // not mkdir's mode: the umask would take bits away, and tenants' processes run under other ids
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      await copyTree(source, copy)
    } else if (entry.isFile() && !entry.name.endsWith('.a')) {
      await copyFile(source, copy, constants.COPYFILE_FICLONE)
      await chmod(copy, isExecutable(to, entry.name) ? 0o755 : 0o644)
    }
  }
}

const isExecutable = (folder: string, name: string): boolean =>
  folder.endsWith('/bin') || /\.(so|dylib)(\.|$)/.test(name)

/** npm packages cannot hold symlinks; this one lists them in a file, which its install script would read. */
async function createSymlinks(nativeDir: string, to: string): Promise<void> {
  const text = await readFile(join(nativeDir, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: unknown = JSON.parse(text)
  if (!Array.isArray(links)) return
  for (const link of links.filter(isLink)) {
    const [source, target] = [link.source, link.target].map((path) =>
      join(to, relative('native', path)),
    )
    if (source === undefined || target === undefined) continue
    await symlink(relative(dirname(target), source), target).catch((error: unknown) => {
      if (!isSystemError(error, 'EEXIST')) throw error
    })
  }
}

const isLink = (value: unknown): value is { source: string; target: string } =>
  typeof value === 'object' &&
  value !== null &&
  'source' in value &&
  typeof value.source === 'string' &&
  'target' in value &&
  typeof value.target === 'string'
