import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chmod, copyFile, mkdir, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const VERSION_TIMEOUT_MS = 10_000
const Manifest = z.object({ version: z.string() })

/** A program of a package, where every account of this machine can run it. */
export type Binary = { readonly path: string; readonly version: string }

type Published = {
  /** The package.json beside the program. */
  readonly manifest: string
  readonly name: string
  readonly cacheDir: string
}

/** node_modules may lie where a project's own account cannot look; the cache lies where it can. */
export async function publishPackage({ manifest, name, cacheDir }: Published): Promise<string> {
  const { version } = Manifest.parse(JSON.parse(await readFile(manifest, 'utf8')))
  const folder = join(cacheDir, 'engines', `${name}-${version}`)
  const file = process.platform === 'win32' ? `${name}.exe` : name
  return publishFile(join(dirname(manifest), file), join(folder, file), 0o755)
}

/** Copies a file for everybody to read, unless it is there. */
export async function publishFile(source: string, target: string, mode: number): Promise<string> {
  const isPublished = await access(target).then(
    () => true,
    () => false,
  )
  if (isPublished) return target
  const folder = dirname(target)
  await mkdir(folder, { recursive: true, mode: 0o755 })
  await chmod(folder, 0o755)
  const partial = `${target}.partial-${randomBytes(4).toString('hex')}`
  await copyFile(source, partial, constants.COPYFILE_FICLONE)
  await chmod(partial, mode)
  // complete or not there at all; two platforms doing so at once write the same bytes
  await rename(partial, target)
  return target
}

/** @throws where it cannot be run */
export async function versionOf(path: string): Promise<string> {
  const options = { timeout: VERSION_TIMEOUT_MS, env: {}, encoding: 'utf8' as const }
  const { stdout } = await promisify(execFile)(path, ['--version'], options)
  return /\d[\w.]*/.exec(stdout)?.[0] ?? 'unknown'
}
