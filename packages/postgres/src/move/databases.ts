import type pg from 'pg'
import { runAll, texts } from './sessions.ts'

/** The one that every project has; others are its owner's own. */
export const PROJECT_DATABASE = 'postgres'

// what a tenant marks as a template is a database of his all the same
const OTHERS = `pg_database b where b.datname not in ('template0', 'template1', '${PROJECT_DATABASE}')`

/** Databases beside the project's. */
export const otherDatabases = (admin: pg.ClientBase): Promise<string[]> =>
  texts(admin, `select b.datname from ${OTHERS} order by b.datname`)

/** Makes the other databases, with nothing in them. Owners follow once schemas are made. */
export async function makeDatabases(source: pg.ClientBase, target: pg.ClientBase): Promise<void> {
  const made = await texts(
    source,
    `select concat_ws(' ', format('create database %I template template0 encoding %L lc_collate %L lc_ctype %L',
              b.datname, pg_encoding_to_char(b.encoding), b.datcollate, b.datctype),
            case b.datlocprovider
              when 'b' then format('locale_provider builtin builtin_locale %L', b.datlocale)
              when 'i' then format('locale_provider icu icu_locale %L', b.datlocale)
              else 'locale_provider libc' end,
            'icu_rules ' || quote_literal(b.daticurules))
       from ${OTHERS} order by b.datname`,
  )
  // each outside of any transaction
  for (const sql of made) await target.query(sql)
}

/** What databases are besides what is in them. */
export async function finishDatabases(source: pg.ClientBase, target: pg.ClientBase): Promise<void> {
  await runAll(
    target,
    await texts(
      source,
      `select format('alter database %I with is_template %s connection limit %s', b.datname,
                     b.datistemplate::text, b.datconnlimit)
         from pg_database b where b.datname not in ('template0', 'template1')
        union all
       select format('comment on database %I is %L', b.datname, d.description)
         from pg_shdescription d
         join pg_database b on b.oid = d.objoid and d.classoid = 'pg_database'::regclass
        where b.datname not in ('template0', 'template1')`,
    ),
  )
}
