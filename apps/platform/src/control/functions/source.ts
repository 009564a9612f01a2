import { FUNCTION_LIMITS } from '@plinth/contract'
import type { ProjectRow } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { legacyKeysOf } from '#app/control/api-keys/service.ts'
import { DATABASE_HOST, type FunctionSource } from '#app/engine/functions/types.ts'
import { placementOf } from '#app/lifecycle/placement.ts'
import { projectStore } from '#app/db/project-store.ts'
import { functionSecretStore } from './secret-store.ts'
import { functionStore } from './store.ts'

type Options = Pick<Deps, 'db' | 'secrets'> & { readonly gatewayUrl: string }
type Of = { readonly ref: string; readonly id: string }

/** What a function's process is started with; undefined where there is no such function any more. */
export function functionSources({ db, secrets, gatewayUrl }: Options) {
  const projects = projectStore(db)

  async function secretsOf({ id, ref }: ProjectRow) {
    const sealed = await functionSecretStore(db).sealed(id, FUNCTION_LIMITS.secrets)
    return Object.fromEntries(
      sealed.map((each) => [each.name, secrets.open(each.sealed, `function secrets ${ref}`)]),
    )
  }

  return async ({ ref, id }: Of): Promise<FunctionSource | undefined> => {
    const project = await projects.byRef(ref)
    const files = await functionStore(db).files(id)
    if (!project || files.length === 0) return undefined
    const keys = legacyKeysOf(secrets, project)
    const { editor } = placementOf(secrets, project).secrets
    const url = `${gatewayUrl}/projects/${ref}`
    const own = await secretsOf(project)
    const given = {
      URL: url,
      ANON_KEY: keys.anon,
      SERVICE_ROLE_KEY: keys.service_role,
      DB_URL: `postgresql://plinth_editor:${editor}@${DATABASE_HOST}:5432/postgres`,
    }
    const under = (prefix: string) =>
      Object.fromEntries(Object.entries(given).map(([name, value]) => [prefix + name, value]))
    return {
      files,
      url,
      // the first names are those that code written for other platforms asks for
      env: { ...under('SUPABASE_'), ...own, ...under('PLINTH_') },
    }
  }
}
