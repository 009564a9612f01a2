import { DeployMetadata, FUNCTION_LIMITS } from '@plinth/contract'
import { AppError } from '#app/base/app-error.ts'
import type { ProjectRow } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { filesOf } from './files.ts'
import { type FunctionRow, functionStore } from './store.ts'

type Sent = {
  readonly slug: string
  readonly metadata: DeployMetadata
  readonly file: File | readonly File[]
}

// where a function's imports may be mapped
const MAPS = ['deno.json', 'import_map.json']

/** Puts files in the place of those a function had, once they are known to be fit to run. */
export async function deployFunction(
  { db }: Pick<Deps, 'db'>,
  project: ProjectRow,
  { slug, metadata, file }: Sent,
): Promise<FunctionRow> {
  const { entrypoint_path: entrypoint, name, verify_jwt } = metadata
  const files = await filesOf(file, entrypoint)
  const deployment = {
    slug,
    name,
    verify_jwt,
    entrypoint_path: entrypoint,
    import_map: files.some(({ path }) => MAPS.includes(path)),
    files,
  }
  const made = await functionStore(db).deploy(project.id, deployment, FUNCTION_LIMITS.functions)
  if (!made) throw new AppError('FUNCTION_LIMIT')
  return made
}
