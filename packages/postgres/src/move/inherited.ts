import type pg from 'pg'
import type { OwnedStatement } from './owned-statements.ts'
import { texts } from './sessions.ts'
import { ClusterError } from '#postgres/errors.ts'

// What a table inherits comes first when it is made, so a column that its parent was given later, or
// that stayed when it stopped inheriting, would move to another place.
const MISPLACED = `select distinct placed.rel as oid from (
    select a.attrelid as rel,
           row_number() over (partition by a.attrelid order by a.attnum) as was,
           row_number() over (partition by a.attrelid
             order by p.seq nulls last, p.num nulls last, a.attnum) as becomes
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and not c.relispartition
      left join lateral (
        select i.inhseqno as seq, pa.attnum as num from pg_inherits i
          join pg_attribute pa on pa.attrelid = i.inhparent and pa.attname = a.attname
            and not pa.attisdropped
         where i.inhrelid = a.attrelid order by i.inhseqno limit 1) p on true
     where a.attnum > 0 and not a.attisdropped
       and exists (select from pg_inherits i where i.inhrelid = a.attrelid)
  ) placed where placed.was <> placed.becomes`

/**
 * A column or a check. What waits for an object that itself waits for the table, as a default does for
 * its sequence, is a statement of its own in a dump: the table is made without it then.
 */
type Part = {
  readonly whole: string
  readonly without: string | null
  /** How that statement would begin. */
  readonly later: string
}
type Misplaced = {
  readonly name: string
  readonly head: string
  readonly parts: readonly Part[] | null
  readonly tail: string
  readonly inherit: string
}

/** What a column comes to have by itself. */
export const definitionOf = (column: string, definition: string): string =>
  `case when ${column}.attgenerated <> ''
     then format('generated always as (%s) %s', pg_get_expr(${definition}.adbin, ${definition}.adrelid),
            case ${column}.attgenerated when 's' then 'stored' else 'virtual' end)
     else 'default ' || pg_get_expr(${definition}.adbin, ${definition}.adrelid) end`

/** Changes the statements that come before the data. */
export type Change = (statements: readonly OwnedStatement[]) => readonly OwnedStatement[]

/**
 * Makes tables whose columns would come in another order with all of them first; they inherit only then.
 * `after` are the statements that come after the data.
 */
export async function columnsInPlace(
  source: pg.ClientBase,
  after: readonly string[],
): Promise<Change> {
  const { rows } = await source.query<Misplaced>(
    `select format('%I.%I', n.nspname, c.relname) as name,
            concat('create ', case c.relpersistence when 'u' then 'unlogged ' end,
              format('table %I.%I (', n.nspname, c.relname)) as head,
            (select json_agg(json_build_object('whole', whole, 'without', without, 'later', later) order by turn, at) from (
                 select 1 as turn, a.attnum::int as at,
                        concat_ws(' ', col.begin, ${definitionOf('a', 'd')}, col.needed) as whole,
                        concat_ws(' ', col.begin, col.needed) as without,
                        format(E'ALTER TABLE ONLY %I.%I ALTER COLUMN %I SET DEFAULT ', n.nspname, c.relname, a.attname) as later
                   from pg_attribute a join pg_type t on t.oid = a.atttypid
                   left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum,
                   lateral (select concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
                       'collate ' || nullif(a.attcollation, t.typcollation)::regcollation) as begin,
                     case when a.attnotnull then 'not null' end as needed) col
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                  union all
                 select 2, row_number() over (order by k.conname)::int,
                        format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid)), null,
                        format(E'ALTER TABLE %I.%I\\n    ADD CONSTRAINT %I CHECK ', n.nspname, c.relname, k.conname)
                   from pg_constraint k
                  where k.conrelid = c.oid and k.contype = 'c' and k.convalidated) parts) as parts,
            concat(')', ' with (' || nullif(concat_ws(', ', array_to_string(c.reloptions, ', '),
                (select string_agg('toast.' || one, ', ')
                   from pg_class o, unnest(o.reloptions) one where o.oid = c.reltoastrelid)), '') || ')'
            ) as tail,
            (select string_agg(format('alter table only %I.%I inherit %I.%I', n.nspname, c.relname,
                               pn.nspname, p.relname), '; ' order by i.inhseqno)
               from pg_inherits i join pg_class p on p.oid = i.inhparent
               join pg_namespace pn on pn.oid = p.relnamespace where i.inhrelid = c.oid) as inherit
       from (${MISPLACED}) m join pg_class c on c.oid = m.oid
       join pg_namespace n on n.oid = c.relnamespace`,
  )
  return (statements) => {
    const result = [...statements]
    const alters = [...statements.map(({ sql }) => sql), ...after].filter(isAlter)
    for (const misplaced of rows) {
      const { name, inherit } = misplaced
      const at = result.findIndex(
        ({ kind, sql }) =>
          kind === 'CreateStmt' &&
          (sql.startsWith(`CREATE TABLE ${name} (`) ||
            sql.startsWith(`CREATE UNLOGGED TABLE ${name} (`)),
      )
      const made = result[at]
      if (!made) throw new ClusterError('NOT_MOVABLE', `The dump does not hold the table ${name}`)
      result[at] = { ...made, sql: `${createOf(misplaced, alters)}; ${inherit}` }
    }
    return result
  }
}

const isAlter = (sql: string) => sql.startsWith('ALTER TABLE ')

function createOf({ head, parts, tail }: Misplaced, alters: readonly string[]): string {
  const written = (parts ?? []).flatMap(({ whole, without, later }) => {
    const isLater = alters.some((sql) => sql.startsWith(later))
    return (isLater ? without : whole) ?? []
  })
  return `${head}${written.join(', ')}${tail}`
}

/** Statements for which of their columns and checks such tables have only by inheriting them. */
export const markingInherited = (source: pg.ClientBase): Promise<string[]> =>
  texts(
    source,
    `select format('update pg_catalog.pg_attribute set attislocal = false where attrelid = %L::pg_catalog.regclass and attname = %L',
                     c.oid::regclass, a.attname)
         from (${MISPLACED}) m join pg_class c on c.oid = m.oid
         join pg_attribute a on a.attrelid = c.oid and not a.attislocal and a.attnum > 0
        where not a.attisdropped
        union all
       select format('update pg_catalog.pg_constraint set conislocal = false where conrelid = %L::pg_catalog.regclass and conname = %L',
                     c.oid::regclass, k.conname)
         from (${MISPLACED}) m join pg_class c on c.oid = m.oid
         join pg_constraint k on k.conrelid = c.oid and k.contype = 'c' and not k.conislocal`,
  )
