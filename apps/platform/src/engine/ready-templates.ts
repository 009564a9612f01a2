import type { PostgresEngine } from '@plinth/contract'
import {
  ClusterError,
  type Engine as Postgres,
  type OsUser,
  prepareTemplate,
  type Template,
} from '@plinth/postgres'

type Ready = { readonly postgres: Postgres; readonly template: Template }

type Options = {
  readonly found: ReadonlyMap<PostgresEngine, Postgres>
  readonly templatesDir: string
  readonly user: OsUser
}

/** What projects are copied from: a template of each version, made when it is first asked for, once. */
export function readyTemplates({ found, templatesDir, user }: Options) {
  const ready = new Map<PostgresEngine, Promise<Ready>>()
  let isClosing = false
  return {
    readyFor(version: PostgresEngine): Promise<Ready> {
      const postgres = found.get(version)
      if (!postgres)
        throw new ClusterError('ENGINE_MISSING', `Postgres ${version} is not installed`)
      const known = ready.get(version)
      if (known) return known
      if (isClosing) throw new ClusterError('ABORTED', 'The platform is stopping')
      const made = prepareTemplate({ engine: postgres, templatesDir, user }).then((template) => ({
        postgres,
        template,
      }))
      // a failure is not kept: the next one tries again
      made.catch(() => ready.delete(version))
      ready.set(version, made)
      return made
    },
    /** Makes all of them, one after the other, for as long as nobody closes. */
    async warmUp() {
      for (const version of found.keys()) if (!isClosing) await this.readyFor(version)
    },
    /** Resolves when none is being made any more: the server that makes one would outlive us. */
    async close() {
      isClosing = true
      await Promise.allSettled(ready.values())
    },
  }
}
