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

type Misplaced = { readonly name: string; readonly create: string; readonly inherit: string }

/** Changes the statements that come before the data. */
export type Change = (statements: readonly OwnedStatement[]) => readonly OwnedStatement[]

/** Makes tables whose columns would come in another order with all of them first; they inherit only then. */
export async function columnsInPlace(source: pg.ClientBase): Promise<Change> {
  const { rows } = await source.query<Misplaced>(
    `select format('%I.%I', n.nspname, c.relname) as name,
            concat('create ', case c.relpersistence when 'u' then 'unlogged ' end,
              format('table %I.%I (', n.nspname, c.relname),
              (select string_agg(part, ', ' order by turn, at) from (
                 select 1 as turn, a.attnum::int as at,
                        concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
                          'collate ' || nullif(a.attcollation, t.typcollation)::regcollation,
                          case when a.attgenerated = 's'
                            then format('generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
                            else 'default ' || pg_get_expr(d.adbin, d.adrelid) end,
                          case when a.attnotnull then 'not null' end) as part
                   from pg_attribute a join pg_type t on t.oid = a.atttypid
                   left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                  union all
                 select 2, row_number() over (order by k.conname)::int,
                        format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid))
                   from pg_constraint k
                  where k.conrelid = c.oid and k.contype = 'c' and k.convalidated) parts),
              ')', ' with (' || nullif(concat_ws(', ', array_to_string(c.reloptions, ', '),
                (select string_agg('toast.' || one, ', ')
                   from pg_class o, unnest(o.reloptions) one where o.oid = c.reltoastrelid)), '') || ')'
            ) as create,
            (select string_agg(format('alter table only %I.%I inherit %I.%I', n.nspname, c.relname,
                               pn.nspname, p.relname), '; ' order by i.inhseqno)
               from pg_inherits i join pg_class p on p.oid = i.inhparent
               join pg_namespace pn on pn.oid = p.relnamespace where i.inhrelid = c.oid) as inherit
       from (${MISPLACED}) m join pg_class c on c.oid = m.oid
       join pg_namespace n on n.oid = c.relnamespace`,
  )
  return (statements) => {
    const result = [...statements]
    for (const { name, create, inherit } of rows) {
      const at = result.findIndex(
        ({ kind, sql }) =>
          kind === 'CreateStmt' &&
          (sql.startsWith(`CREATE TABLE ${name} (`) ||
            sql.startsWith(`CREATE UNLOGGED TABLE ${name} (`)),
      )
      const made = result[at]
      if (!made) throw new ClusterError('NOT_MOVABLE', `The dump does not hold the table ${name}`)
      result[at] = { ...made, sql: `${create}; ${inherit}` }
    }
    return result
  }
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
