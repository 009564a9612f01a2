import type { Client } from 'pg'
import {
  type Engine as Postgres,
  type OsUser,
  settingsFor,
  startCluster,
  withAdmin,
} from '@plinth/postgres'

type Options = {
  readonly engine: Postgres
  readonly clusterDir: string
  readonly user: OsUser
  readonly settings: Record<string, string>
  readonly adminPassword: string
  /** The copy is going to be used: nothing of the check may stay in it. */
  readonly isKept?: true
}

const CHECK_TIMEOUT_MS = 10 * 60_000

/**
 * Starts a restored copy where nobody can reach it and reads all of it: every index is checked
 * against its order, every table against its pages.
 * @throws with Postgres's own words where something is broken
 */
export async function checkScratch(options: Options): Promise<string> {
  const { engine, clusterDir, user, adminPassword } = options
  await using cluster = await startCluster({
    engine,
    clusterDir,
    user,
    port: 5432,
    listen: '',
    settings: {
      ...settingsFor({ memoryMb: 512, cpus: 1, maxConnections: 20 }),
      archive_mode: 'off',
    },
  })
  const target = { clusterDir, port: cluster.port, password: adminPassword }
  const databases = await withAdmin(target, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      // one that was dropped half way lets nobody in any more, and holds nothing
      `select datname from pg_catalog.pg_database
        where datallowconn and datconnlimit <> -2 order by datname`,
    )
    return rows.map(({ datname }) => datname)
  })
  let [tables, indexes] = [0, 0]
  for (const database of databases) {
    const read = await withAdmin(
      { ...target, database, statementTimeoutMs: CHECK_TIMEOUT_MS },
      (client) => readAll(client, options.isKept),
    )
    tables += read.tables
    indexes += read.indexes
  }
  return `${tables} tables and ${indexes} indexes were read without a fault`
}

/** Reads all of a database. */
async function readAll(client: Client, isKept: true | undefined) {
  const { rows: before } = await client.query(
    `select from pg_catalog.pg_extension where extname = 'amcheck'`,
  )
  await client.query('create extension if not exists amcheck schema pg_catalog')
  const { rows: indexes } = await client.query<{ checked: string }>(`
    select pg_catalog.count(pg_catalog.bt_index_check(i.indexrelid, true)::pg_catalog.text) as checked
    from pg_catalog.pg_index i
    join pg_catalog.pg_class c on c.oid = i.indexrelid
    join pg_catalog.pg_am a on a.oid = c.relam
    where a.amname = 'btree' and i.indisvalid and c.relpersistence = 'p' and c.relkind = 'i'`)
  const { rows: tables } = await client.query<{ checked: string; broken: string }>(`
    select pg_catalog.count(*) as checked, pg_catalog.sum(found.broken) as broken
    from pg_catalog.pg_class c
    cross join lateral (
      select pg_catalog.count(*) as broken from pg_catalog.verify_heapam(c.oid::pg_catalog.regclass)
    ) found
    where c.relkind in ('r', 'm') and c.relpersistence = 'p'`)
  if (isKept && before.length === 0) await client.query('drop extension amcheck')
  const [index, table] = [indexes[0], tables[0]]
  if (Number(table?.broken) > 0) throw new Error(`${table?.broken} rows of the copy are damaged`)
  return { tables: Number(table?.checked), indexes: Number(index?.checked) }
}
