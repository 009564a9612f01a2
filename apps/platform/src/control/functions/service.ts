import { DeployMetadata, FUNCTION_LIMITS } from '@plinth/contract'
import { AppError } from '#app/base/app-error.ts'
import type { ProjectRow } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import type { Engine } from '#app/engine/engine.ts'
import { importMapOf } from '#app/engine/functions/import-map.ts'
import { FunctionAway, FunctionUnfit } from '#app/engine/functions/types.ts'
import { filesOf, type SentFile } from './files.ts'
import { type FunctionRow, functionStore } from './store.ts'

type Sent = {
  readonly slug: string
  readonly metadata: DeployMetadata
  readonly file: File | readonly File[]
}

export { functionSources } from './source.ts'

export type DeployDeps = Pick<Deps, 'db'> & { readonly engine: Pick<Engine, 'functions'> }

/** Puts files in the place of those a function had, once they are known to be fit to run. */
export async function deployFunction(
  { db, engine }: DeployDeps,
  project: ProjectRow,
  { slug, metadata, file }: Sent,
): Promise<FunctionRow> {
  const { entrypoint_path: entrypoint, name, verify_jwt } = metadata
  const files = await filesOf(file, entrypoint)
  await check(engine, project, { slug, entrypoint, files })
  const deployment = {
    slug,
    name,
    verify_jwt,
    entrypoint_path: entrypoint,
    import_map: importMapOf(files, entrypoint) !== undefined,
    files,
  }
  const made = await functionStore(db).deploy(project.id, deployment, FUNCTION_LIMITS.functions)
  if (!made) throw new AppError('FUNCTION_LIMIT')
  return made
}

type Checked = {
  readonly slug: string
  readonly entrypoint: string
  readonly files: readonly SentFile[]
}

async function check({ functions }: Pick<Engine, 'functions'>, project: ProjectRow, of: Checked) {
  const { ref, os_uid: osUid } = project
  try {
    await functions.check({ ref, osUid, ...of })
  } catch (error) {
    if (error instanceof FunctionAway) throw new AppError('FUNCTIONS_UNAVAILABLE')
    if (!(error instanceof FunctionUnfit)) throw error
    throw new AppError('FUNCTION_NOT_DEPLOYABLE', { message: error.message })
  }
}
