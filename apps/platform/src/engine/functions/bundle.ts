import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, lchown, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkBundle } from './check.ts'
import type { Deno } from './deno-binary.ts'
import { importMapOf } from './import-map.ts'
import { type Bundle, FunctionUnfit, type SourceFile, type User } from './types.ts'

const REMOVE_RETRIES = 5
const MAX_PACKAGES_BYTES = 250 * 1024 * 1024

type Options = {
  readonly deno: Deno
  /** Of this function: versions lie side by side in it. */
  readonly folder: string
  readonly files: readonly SourceFile[]
  readonly entrypoint: string
  /** The project's account, where we may choose one. */
  readonly user: User | undefined
}

const preparing = new Map<string, Promise<Bundle>>()

/** Where it lies: the same files lie in the same place. */
export const bundleDirOf = (options: Options) => join(options.folder, hashOf(options))

/** Makes it or finds it made. @throws FunctionUnfit */
export function prepareBundle(options: Options): Promise<Bundle> {
  const dir = bundleDirOf(options)
  const running = preparing.get(dir)
  if (running) return running
  const started = prepare(options, dir).finally(() => preparing.delete(dir))
  preparing.set(dir, started)
  return started
}

async function prepare(options: Options, dir: string): Promise<Bundle> {
  const { deno, files, entrypoint, user } = options
  const codeDir = join(dir, 'code')
  const denoDir = join(dir, 'deno')
  const map = mapOf(options)
  const importMap = map && join(codeDir, map.folder, '.import-map.json')
  const entry = pathToFileURL(join(codeDir, entrypoint)).href
  const bundle = { dir, codeDir, denoDir, entry, importMap }
  const complete = join(dir, 'complete')
  if (existsSync(complete)) return bundle
  await removeBundle(dir)
  await ownFolder(dir, user)
  for (const { path, content } of files) await keep(join(codeDir, path), content)
  if (map && importMap) await keep(importMap, map.text)
  await seal(codeDir, user)
  await mkdir(denoDir, { mode: 0o700 })
  if (user) await lchown(denoDir, user.uid, user.gid)
  try {
    await checkBundle({ deno, bundle, user })
    if ((await bytesOf(denoDir)) > MAX_PACKAGES_BYTES) {
      throw new FunctionUnfit('What it imports takes more than 250 MB')
    }
  } catch (error) {
    await removeBundle(dir)
    throw error
  }
  await seal(denoDir, user)
  await writeFile(complete, '')
  return bundle
}

function mapOf({ files, entrypoint }: Options) {
  try {
    return importMapOf(files, entrypoint)
  } catch (cause) {
    throw new FunctionUnfit(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

function hashOf({ deno, files, entrypoint }: Options): string {
  const hash = createHash('sha256').update(`${deno.version}\0${deno.runtime}\0${entrypoint}`)
  for (const { path, content } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    hash.update(`\0${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex').slice(0, 32)
}

/** Ours, and the project's to look into. */
export async function ownFolder(dir: string, user: User | undefined): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o750 })
  if (!user) return
  await lchown(dir, process.getuid?.() ?? 0, user.gid)
  await chmod(dir, 0o750)
}

async function keep(file: string, content: Buffer | string) {
  await mkdir(dirname(file), { recursive: true, mode: 0o750 })
  await writeFile(file, content, { mode: 0o640, flag: 'wx' })
}

/** From now on nobody writes here, and only the project reads. */
async function seal(dir: string, user: User | undefined): Promise<void> {
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) await seal(path, user)
    else if (entry.isFile()) await sealOne(path, user, 0o440)
    else await rm(path) // a link of a package could lead anywhere
  }
  await sealOne(dir, user, 0o550)
}

async function sealOne(path: string, user: User | undefined, mode: number) {
  if (user) await lchown(path, process.getuid?.() ?? 0, user.gid)
  await chmod(path, mode)
}

/** Removes a bundle, or a folder of them; another removal of the same may be under way. */
export async function removeBundle(dir: string): Promise<void> {
  // what is sealed against writing cannot be emptied by who is not root
  await unseal(dir)
  await rm(dir, { recursive: true, force: true, maxRetries: REMOVE_RETRIES })
}

async function unseal(dir: string): Promise<void> {
  try {
    await chmod(dir, 0o700)
    for (const entry of await readdir(dir, { withFileTypes: true })) {
      if (entry.isDirectory()) await unseal(join(dir, entry.name))
    }
  } catch (error) {
    // fs rejects with its own error type
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

async function bytesOf(dir: string): Promise<number> {
  let sum = 0
  for (const entry of await readdir(dir, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) sum += (await stat(join(entry.parentPath, entry.name))).size
  }
  return sum
}
