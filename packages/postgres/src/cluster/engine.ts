import { access, readFile, realpath } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { publishEngine } from './engine-cache.ts'
import { runCommand } from './run-command.ts'
import { ClusterError } from '#postgres/errors.ts'

/** The PostgreSQL releases a cluster may be made with. */
export type EngineMajor = 17 | 18

/** One set of server binaries, readable by every account of the machine. */
export type Engine = {
  readonly major: EngineMajor
  /** As the server prints it, such as `17.10`. */
  readonly version: string
  readonly binDir: string
  readonly libDir: string
  readonly shareDir: string
  bin: (name: 'initdb' | 'pg_ctl' | 'postgres') => string
}

type FindEngineOptions = {
  major: EngineMajor
  /** A folder with `bin/` that is used instead of the packaged binaries. */
  override?: string | undefined
  cacheDir: string
  commandTimeoutMs?: number
}

/** Finds the server binaries of one major and makes them runnable by every account. */
export async function findEngine(options: FindEngineOptions): Promise<Engine> {
  const { major, override, cacheDir, commandTimeoutMs = 30_000 } = options
  const root = override
    ? await realpath(override).catch((cause: unknown) => {
        throw new ClusterError('ENGINE_MISSING', `There is no folder ${override}`, { cause })
      })
    : await publishPackage(major, cacheDir)
  const version = await serverVersion(join(root, 'bin', 'postgres'), commandTimeoutMs)
  if (Number.parseInt(version, 10) !== major) {
    throw new ClusterError('ENGINE_MISSING', `${root} holds PostgreSQL ${version}, not ${major}`)
  }
  return engineAt(root, major, version)
}

function engineAt(root: string, major: EngineMajor, version: string): Engine {
  const binDir = join(root, 'bin')
  return Object.freeze({
    major,
    version,
    binDir,
    libDir: join(root, 'lib'),
    shareDir: join(root, 'share', 'postgresql'),
    bin: (name: 'initdb' | 'pg_ctl' | 'postgres') => join(binDir, name),
  })
}

async function publishPackage(major: EngineMajor, cacheDir: string): Promise<string> {
  const name = `postgres-${major}-${process.platform}-${process.arch}`
  const packageDir = packageDirOf(name)
  const { version } = parsePackage(await readFile(join(packageDir, 'package.json'), 'utf8'), name)
  const target = join(cacheDir, 'engines', `${major}-${version}`)
  const isPublished = await access(join(target, 'bin', 'postgres')).then(
    () => true,
    () => false,
  )
  if (!isPublished) await publishEngine({ nativeDir: join(packageDir, 'native'), target })
  return target
}

function packageDirOf(name: string): string {
  try {
    // the package exports dist/index.js only, so its folder is two steps above that
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new ClusterError(
      'ENGINE_MISSING',
      `The package ${name} is not installed. Run npm install without --omit=optional, ` +
        'or name a folder with PostgreSQL binaries',
      { cause },
    )
  }
}

function parsePackage(text: string, name: string): { version: string } {
  const parsed: unknown = JSON.parse(text)
  if (typeof parsed === 'object' && parsed && 'version' in parsed) {
    if (typeof parsed.version === 'string') return { version: parsed.version }
  }
  throw new ClusterError('ENGINE_MISSING', `The package ${name} has no version`)
}

async function serverVersion(postgres: string, commandTimeoutMs: number): Promise<string> {
  const printed = await runCommand({
    command: postgres,
    args: ['--version'],
    commandTimeoutMs,
  }).catch((cause: unknown) => {
    throw new ClusterError('ENGINE_MISSING', `${postgres} does not run on this machine`, { cause })
  })
  const version = /\(PostgreSQL\) (\S+)/.exec(printed)?.[1]
  if (!version) throw new ClusterError('ENGINE_MISSING', `${postgres} printed ${printed}`)
  return version
}
