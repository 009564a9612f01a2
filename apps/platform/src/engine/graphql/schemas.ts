import type { Pool } from 'pg'
import { schemaOf } from './schema-of.ts'

const MAX_ROLES = 8
// however often a tenant says that the schema changed
const MIN_AGE_MS = 1_000
// of a role's own settings those that bound what it may take; the data API heeds them as well
const LIMITS = /^(statement_timeout|lock_timeout|idle_in_transaction_session_timeout)=(.+)$/

type Built = Awaited<ReturnType<typeof schemaOf>> & {
  /** The role's time limits. */
  readonly limits: Readonly<Record<string, string>>
}
type Known = { readonly built: Promise<Built>; readonly at: number; isStale: boolean }

type Options = Omit<Parameters<typeof schemaOf>[0], 'role'>

/** The schema each role sees, built when it is first asked for and again after the database changed. */
export function createSchemas(options: Options) {
  const known = new Map<string, Known>()

  async function build(role: string): Promise<Built> {
    const limits = await limitsOf(options.pool, role)
    return { ...(await schemaOf({ ...options, role })), limits }
  }

  return {
    /** @throws what the database says where there is no such role, or its schema cannot be built */
    for(role: string): Promise<Built> {
      const found = known.get(role)
      const at = performance.now()
      if (found && !(found.isStale && at - found.at > MIN_AGE_MS)) return found.built
      known.delete(role)
      const [oldest] = known.keys()
      if (oldest !== undefined && known.size >= MAX_ROLES) known.delete(oldest)
      const entry = { built: build(role), at, isStale: false }
      known.set(role, entry)
      // a failure is not kept: the next request tries again
      entry.built.catch(() => known.get(role) === entry && known.delete(role))
      return entry.built
    },
    changed() {
      for (const entry of known.values()) entry.isStale = true
    },
  }
}

async function limitsOf(pool: Pool, role: string): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ setting: string }>(
    `select unnest(s.setconfig) as setting
       from pg_catalog.pg_db_role_setting s
       join pg_catalog.pg_roles r on r.oid = s.setrole
       left join pg_catalog.pg_database d on d.oid = s.setdatabase
      where r.rolname = $1 and (d.oid is null or d.datname = current_database())
      order by d.oid nulls first`,
    [role],
  )
  const found = rows.flatMap(({ setting }) => {
    const [, name, value] = LIMITS.exec(setting) ?? []
    return name && value ? [[name, value] as const] : []
  })
  return Object.fromEntries(found)
}
