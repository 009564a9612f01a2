import type { Client } from 'pg'
import {
  type Engine as Postgres,
  type OsUser,
  type Progress,
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
  readonly signal?: AbortSignal
  readonly onProgress?: Progress | undefined
}

const MB = 1024 * 1024
// between two statements it can be stopped, and told how far it is
const PIECE_BYTES = 256 * MB
const LEAST_TIMEOUT_MS = 10 * 60_000
// a disk that reads less than this has come to a stand
const SLOWEST_BYTES_PER_MS = (5 * MB) / 1000

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
  const meter = meterFor(options.onProgress)
  let [tables, indexes] = [0, 0]
  for (const database of databases) {
    const read = await withAdmin({ ...target, database }, (client) =>
      readAll(client, options, meter),
    )
    tables += read.tables
    indexes += read.indexes
  }
  return `${tables} tables and ${indexes} indexes were read without a fault`
}

/** What is read of a database: a table against its pages, an index against its order and its table. */
type Part = { readonly kind: 'table' | 'index'; readonly oid: number; readonly bytes: number }

// neither what nobody keeps nor what only has parts
const PARTS = `
  select 'index' as kind, c.oid::pg_catalog.int8::pg_catalog.float8 as oid,
         (pg_catalog.pg_relation_size(c.oid) + pg_catalog.pg_table_size(i.indrelid))::pg_catalog.float8 as bytes
    from pg_catalog.pg_index i
    join pg_catalog.pg_class c on c.oid = i.indexrelid
    join pg_catalog.pg_am a on a.oid = c.relam
   where a.amname = 'btree' and i.indisvalid and c.relpersistence = 'p' and c.relkind = 'i'
  union all
  select 'table', c.oid::pg_catalog.int8::pg_catalog.float8, pg_catalog.pg_table_size(c.oid)::pg_catalog.float8
    from pg_catalog.pg_class c
   where c.relkind in ('r', 'm') and c.relpersistence = 'p'
   order by kind, oid`

const CHECKS = {
  index: `select pg_catalog.count(pg_catalog.bt_index_check(one::pg_catalog.regclass, true)::pg_catalog.text) as checked,
                 0 as broken
            from pg_catalog.unnest($1::pg_catalog.oid[]) one`,
  table: `select pg_catalog.count(*) as checked, pg_catalog.sum(found.broken) as broken
            from pg_catalog.unnest($1::pg_catalog.oid[]) one
           cross join lateral (
             select pg_catalog.count(*) as broken from pg_catalog.verify_heapam(one::pg_catalog.regclass)
           ) found`,
} as const satisfies Record<Part['kind'], string>

/** Reads all of a database. */
async function readAll(client: Client, { isKept, signal }: Options, meter: Meter) {
  const { rows: before } = await client.query(
    `select from pg_catalog.pg_extension where extname = 'amcheck'`,
  )
  await client.query('create extension if not exists amcheck schema pg_catalog')
  const { rows: parts } = await client.query<Part>(PARTS)
  meter.expect(parts.reduce((sum, { bytes }) => sum + bytes, 0))
  const read = { table: 0, index: 0 }
  let broken = 0
  for (const { kind, oids, bytes } of inPieces(parts)) {
    signal?.throwIfAborted()
    const timeoutMs = LEAST_TIMEOUT_MS + bytes / SLOWEST_BYTES_PER_MS
    await client.query(`set statement_timeout = ${Math.ceil(timeoutMs)}`)
    const { rows } = await client.query<{ checked: string; broken: string }>(CHECKS[kind], [oids])
    read[kind] += Number(rows[0]?.checked)
    broken += Number(rows[0]?.broken)
    meter.passed(bytes)
  }
  if (isKept && before.length === 0) await client.query('drop extension amcheck')
  if (broken > 0) throw new Error(`${broken} rows of the copy are damaged`)
  return { tables: read.table, indexes: read.index }
}

type Piece = {
  readonly kind: Part['kind']
  readonly oids: readonly number[]
  readonly bytes: number
}

/** As much as one statement reads: small ones together, and a large one alone. */
export function inPieces(parts: readonly Part[], pieceBytes = PIECE_BYTES): Piece[] {
  const pieces: Piece[] = []
  for (const { kind, oid, bytes } of parts) {
    const last = pieces.at(-1)
    const isFull = last === undefined || last.kind !== kind || last.bytes + bytes > pieceBytes
    if (isFull) pieces.push({ kind, oids: [oid], bytes })
    else pieces.splice(-1, 1, { kind, oids: [...last.oids, oid], bytes: last.bytes + bytes })
  }
  return pieces
}

type Meter = ReturnType<typeof meterFor>

function meterFor(onProgress: Progress | undefined) {
  let [done, total] = [0, 0]
  return {
    expect: (bytes: number) => void (total += bytes),
    passed(bytes: number) {
      done += bytes
      onProgress?.(done, total)
    },
  }
}
