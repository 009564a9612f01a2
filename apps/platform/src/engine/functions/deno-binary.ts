import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Binary, publishFile, publishPackage, versionOf } from '#app/engine/published.ts'

const PACKAGES: Partial<Record<NodeJS.Platform, (arch: string) => string>> = {
  linux: (arch) => `@deno/linux-${arch}-glibc`,
  darwin: (arch) => `@deno/darwin-${arch}`,
  win32: (arch) => `@deno/win32-${arch}`,
}
// util-linux: sets limits and becomes the program
const LIMITER = '/usr/bin/prlimit'

export type Deno = Binary & {
  /** The program that every function is run by: see runtime.ts. */
  readonly runtime: string
  /** Sets what memory a process may ask for; undefined where there is none. */
  readonly limiter: string | undefined
}

type Options = {
  /** A binary of the operator's own. */
  readonly override: string | undefined
  readonly cacheDir: string
}

/** @throws where there is none for this system, with a sentence that says so */
export async function findDeno({ override, cacheDir }: Options): Promise<Deno> {
  const path =
    override ?? (await publishPackage({ manifest: manifestPath(), name: 'deno', cacheDir }))
  const source = join(import.meta.dirname, 'runtime.ts')
  const hash = createHash('sha256')
    .update(await readFile(source))
    .digest('hex')
    .slice(0, 16)
  const runtime = join(cacheDir, 'engines', 'functions', `runtime-${hash}.ts`)
  return {
    path,
    version: await versionOf(path),
    runtime: await publishFile(source, runtime, 0o644),
    limiter: process.platform === 'linux' && existsSync(LIMITER) ? LIMITER : undefined,
  }
}

function manifestPath(): string {
  const name = PACKAGES[process.platform]?.(process.arch) ?? `for ${process.platform}`
  try {
    const outer = createRequire(import.meta.url).resolve('deno/package.json')
    return createRequire(join(dirname(outer), 'x.js')).resolve(`${name}/package.json`)
  } catch (cause) {
    throw new Error(`The package ${name} is not installed. Name a Deno binary of your own`, {
      cause,
    })
  }
}
