import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { type Digest, digestOf, digestOfAnyOrder, hashing } from './digest.ts'
import type { RowsMeter } from './rows-meter.ts'
import type { Sessions } from './sessions.ts'
import { ClusterError } from '#postgres/errors.ts'

/**
 * A table with rows of its own: partitions are, what they are partitions of is not. The exception is
 * one whose rows lie in other partitions after the move, as their hash is another one there: it is
 * loaded as a whole.
 */
export type DataTable = {
  /** Quoted and qualified. */
  readonly name: string
  readonly owner: string
  /** Quoted, without generated ones; empty: all there are. */
  readonly columns: string
  readonly bytes: number
  /** Its rows are distributed anew. */
  readonly isSplit: boolean
  /** Its rows pass as they lie in memory, which takes half the work; as text otherwise. */
  readonly isBinary: boolean
}

/** What a table held. */
export type Content = { readonly rows: number; readonly sha256: string }

// The hash of an enum, and of whatever is made of one, comes from the number that its value happens to
// have; that of a table's name from the table's number.
/** Hash-partitioned tables whose rows are distributed anew. */
export const SPLIT = `select p.partrelid as oid from pg_partitioned_table p
  where p.partstrat = 'h' and exists (
    select from unnest(p.partattrs::int2[]) k
      left join pg_attribute a on a.attrelid = p.partrelid and a.attnum = k
      left join pg_type t on t.oid = a.atttypid
     where k = 0 or t.oid >= 16384 or t.typname ~ '^_?reg')`

// What these look like has been the same in every version. What holds the number of another type, as a
// composite and an array of one do, is not among them; an enum's value comes by its name.
const PLAIN = `array['bool', 'bytea', '"char"', 'name', 'int8', 'int2', 'int4', 'text', 'oid', 'json', 'jsonb',
  'float4', 'float8', 'money', 'bpchar', 'varchar', 'date', 'time', 'timetz', 'timestamp', 'timestamptz',
  'interval', 'numeric', 'uuid', 'inet', 'cidr', 'macaddr', 'bit', 'varbit']::regtype[]`
const isBinary = (table: string) => `not exists (
  select from pg_attribute a join pg_type t on t.oid = a.atttypid
    left join pg_type base on base.oid = t.typbasetype
   where a.attrelid = ${table} and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     and not (t.typtype = 'e' or t.oid = any (${PLAIN}) or t.typtype = 'd' and base.oid = any (${PLAIN})
       or t.oid < 16384 and t.typcategory = 'A' and t.typelem = any (${PLAIN})))`

/** Tables whose rows have to be moved, the largest first. */
export async function dataTables(source: pg.ClientBase): Promise<DataTable[]> {
  const { rows } = await source.query<DataTable>(
    `with split as materialized (${SPLIT})
     select format('%I.%I', n.nspname, c.relname) as name, o.rolname as owner,
            coalesce((select '(' || string_agg(quote_ident(a.attname), ', ' order by a.attnum) || ')'
               from pg_attribute a
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                and a.attgenerated = ''), '') as columns,
            case when c.relkind = 'r' then pg_table_size(c.oid)::float8
              else (select sum(pg_table_size(t.relid))::float8 from pg_partition_tree(c.oid) t)
            end as bytes,
            c.relkind = 'p' as "isSplit",
            c.relkind = 'r' and ${isBinary('c.oid')} as "isBinary"
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_authid o on o.oid = c.relowner
      where (c.relkind = 'r' or c.oid in (select oid from split)) and c.relpersistence <> 't'
        and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass
              and e.objid = c.oid and e.deptype = 'e')
        and not exists (select from pg_partition_ancestors(c.oid) a
              where a.relid <> c.oid and a.relid in (select oid from split))
      order by bytes desc, name`,
  )
  return rows
}

/** The statement that reads its rows as text. */
export const textOut = ({ name, columns, isSplit }: DataTable): string =>
  isSplit
    ? `copy (select ${columns.slice(1, -1)} from ${name}) to stdout`
    : `copy ${name} ${columns} to stdout`

const rowsOut = (table: DataTable) =>
  table.isBinary ? `${textOut(table)} with (format binary)` : textOut(table)

const digestFor = ({ isSplit }: DataTable): Digest => (isSplit ? digestOfAnyOrder() : digestOf())

type Ends = { readonly reader: pg.Client; readonly target: Sessions; readonly meter: RowsMeter }

/**
 * Moves the rows of one table. What checks, converts or computes them on the way in is the tenant's, so
 * it is the table's owner who loads them.
 */
export async function copyTable(
  { reader, target, meter }: Ends,
  table: DataTable,
  signal: AbortSignal | undefined,
): Promise<Content> {
  const owner = await target.as(table.owner)
  const [digest, { passed, end }] = [digestFor(table), meter.of(table)]
  try {
    await owner.query('begin')
    // What was emptied in the same transaction needs no WAL on this server, and its rows can be written
    // as if they were old: nobody has to look at them again for that. One with partitions cannot.
    if (!table.isSplit) await owner.query(`truncate only ${table.name}`)
    const how = table.isSplit ? '' : `with (freeze, format ${table.isBinary ? 'binary' : 'text'})`
    const rows = reader.query(copyTo(rowsOut(table)))
    const into = owner.query(copyFrom(`copy ${table.name} ${table.columns} from stdin ${how}`))
    await pipeline(rows, hashing(digest, passed), into, { ...(signal && { signal }) })
    await owner.query('commit')
    end()
    return { rows: rows.rowCount, sha256: digest.end() }
  } catch (cause) {
    throw notLoaded(table, cause)
  }
}

// a function, a table, a type or a schema that is not found
const UNDEFINED: ReadonlySet<string | undefined> = new Set(['42883', '42P01', '42704', '3F000'])
const HINT =
  'It is loaded without a search path: a function that is run for its rows has to name the schemas of what it uses, or be given a path with “alter function … set search_path”'

function notLoaded({ name }: DataTable, cause: unknown): ClusterError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const isMissing = cause instanceof pg.DatabaseError && UNDEFINED.has(cause.code)
  const message = `The rows of ${name} could not be loaded: ${reason}`
  const said = isMissing ? `${message}. ${HINT}` : message
  return new ClusterError('NOT_MOVABLE', said, { cause })
}

/** What a table holds, read in the order in which it lies there, where that is the same. */
export async function contentOf(
  { reader, meter }: Pick<Ends, 'reader' | 'meter'>,
  table: DataTable,
): Promise<Content> {
  const rows = reader.query(copyTo(rowsOut(table)))
  const [digest, { passed, end }] = [digestFor(table), meter.of(table)]
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  await pipeline(rows, hashing(digest, passed), nowhere)
  end()
  return { rows: rows.rowCount, sha256: digest.end() }
}
