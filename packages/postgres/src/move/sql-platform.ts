import type pg from 'pg'
import type { DataTable } from './copy-tables.ts'
import { definitionOf } from './inherited.ts'
import { called } from './portable-dump.ts'
import { texts } from './sessions.ts'

// those whose rights the project's owner has, so that he may have changed what they own
const OPEN = `('plinth_storage_admin', 'plinth_realtime_admin')`

/**
 * Statements for columns and checks that an owner has added to the platform's tables: a new project
 * has the tables, without them.
 */
export async function addedToPlatform(admin: pg.ClientBase): Promise<string[]> {
  const found = await texts(
    admin,
    `with open as (select c.oid, format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_roles o on o.oid = c.relowner and o.rolname in ${OPEN} where c.relkind = 'r')
     select sql from (
       select 1 as turn, a.attrelid::int8 as at, a.attnum::int8 as number,
              concat_ws(' ', format('alter table %s add column if not exists %I %s', open.name, a.attname,
                format_type(a.atttypid, a.atttypmod)),
                'collate ' || nullif(a.attcollation, t.typcollation)::regcollation,
                ${definitionOf('a', 'd')},
                case when a.attnotnull then 'not null' end) as sql
         from open join pg_attribute a on a.attrelid = open.oid and a.attnum > 0 and not a.attisdropped
         join pg_type t on t.oid = a.atttypid
         left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attidentity = ''
       union all
       select 2, k.conrelid::int8, k.oid::int8, format('alter table %s add constraint %I %s', open.name, k.conname,
              pg_get_constraintdef(k.oid))
         from open join pg_constraint k on k.conrelid = open.oid and k.contype = 'c' and k.convalidated
     ) added order by turn, at, number`,
  )
  return found.map((sql) => called('addition', sql))
}

/** What a table of the platform's refers to before it: a new project has the keys when rows come. */
export async function inOrderOfKeys(
  admin: pg.ClientBase,
  tables: readonly DataTable[],
): Promise<readonly DataTable[]> {
  const { rows } = await admin.query<{ from: string; to: string }>(
    `select format('%I.%I', fn.nspname, f.relname) as from, format('%I.%I', tn.nspname, t.relname) as to
       from pg_constraint k
       join pg_class f on f.oid = k.conrelid join pg_namespace fn on fn.oid = f.relnamespace
       join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
      where k.contype = 'f'`,
  )
  const byName = new Map(tables.map((table) => [table.name, table]))
  const keysOf = new Map<string, string[]>()
  for (const { from, to } of rows) keysOf.set(from, [...(keysOf.get(from) ?? []), to])
  const ordered = new Set<DataTable>()
  const onWay = new Set<string>()
  const add = (name: string) => {
    const table = byName.get(name)
    // keys in a circle are a tenant's, whose keys come after the rows
    if (!table || ordered.has(table) || onWay.has(name)) return
    onWay.add(name)
    for (const to of keysOf.get(name) ?? []) add(to)
    ordered.add(table)
  }
  for (const { name } of tables) add(name)
  return [...ordered]
}

/** Drops what every project begins with and this one no longer has. */
export const droppedOfPlatform = (admin: pg.ClientBase): Promise<string[]> =>
  texts(
    admin,
    `select 'drop publication if exists plinth_realtime'
      where not exists (select from pg_publication where pubname = 'plinth_realtime')
      union all
     select 'drop schema if exists public'
      where not exists (select from pg_namespace where nspname = 'public')`,
  )
