import { makePgService } from 'postgraphile/adaptors/pg'
import { makeSchema } from 'postgraphile/graphile-build'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { PostGraphileConnectionFilterPreset } from 'postgraphile-plugin-connection-filter'
import type { Pool } from 'pg'
import { idNamesPlugin } from './id-names.ts'
import { pageLimitPlugin } from './page-limit.ts'

const PLANNING_MS = 3_000
const EXECUTION_MS = 110_000
const MAX_PLANNING_DEPTH = 90

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- the library's own place for what a request carries
  namespace Grafast {
    // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
    interface RequestContext {
      readonly pgSettings: Readonly<Record<string, string>>
    }
  }
}

type Options = {
  readonly pool: Pool
  readonly schemas: readonly string[]
  readonly maxRows: number
  /** Whose privileges decide what there is to see. */
  readonly role: string
}

/** The database as GraphQL, with what this role may touch and nothing else. */
export function schemaOf({ pool, schemas, maxRows, role }: Options) {
  const service = makePgService({
    pool,
    schemas: [...schemas],
    pgSettings: ({ pgSettings }) => pgSettings,
    pgSettingsForIntrospection: { role, statement_timeout: '30s' },
  })
  return makeSchema({
    extends: [PostGraphileAmberPreset, PostGraphileConnectionFilterPreset],
    plugins: [idNamesPlugin, pageLimitPlugin(maxRows)],
    // the data API sorts and filters by any column, too
    disablePlugins: ['PgIndexBehaviorsPlugin'],
    pgServices: [service],
    schema: { connectionFilterRelations: true },
    grafast: {
      maxPlanningDepth: MAX_PLANNING_DEPTH,
      timeouts: { planning: PLANNING_MS, execution: EXECUTION_MS },
    },
  })
}
