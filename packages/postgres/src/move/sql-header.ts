import type pg from 'pg'
import { texts } from './sessions.ts'

/** What a file of SQL says of itself at its top: where it goes, what it needs there, and what is not in it. */
export async function sqlHeader(admin: pg.ClientBase, reader: pg.ClientBase): Promise<string> {
  const [version = '', major = '', at = ''] = await texts(
    admin,
    `select unnest(array[current_setting('server_version'),
       (current_setting('server_version_num')::int / 10000)::text,
       to_char(now() at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS "UTC"')])`,
  )
  const extensions = await names(
    admin,
    `select quote_ident(e.extname) from pg_extension e where e.extname <> 'plpgsql' order by 1`,
  )
  const logins = await names(
    admin,
    `select quote_ident(r.rolname) from pg_authid r
      where r.rolcanlogin and r.rolname !~ '^(pg|plinth)_' and not r.rolsuper order by 1`,
  )
  const others = await names(
    admin,
    `select quote_ident(b.datname) from pg_database b
      where b.datname not in ('template0', 'template1', current_database()) order by 1`,
  )
  const [secrets = '0'] = await texts(reader, 'select count(*)::text from vault.secrets')
  return `-- A project of Plinth as SQL, from Postgres ${version}, as it was at ${at}.
--
-- Load it with psql, all of it or nothing:
--
--   psql --set ON_ERROR_STOP=1 --single-transaction --file THIS_FILE 'postgresql://…'
--
-- It goes into one of these two, of Postgres ${major} or newer:
--   a new project of Plinth with nothing in it, as its role postgres;
--   an empty database of a server of your own, as a superuser.
--
-- The server has to come with these extensions: ${extensions}.
-- Roles are made as far as they are missing, without a password. Give one to those that log in:
--   ${logins}
-- psql from before August 2025 does not know the first line; it may be removed, with the last.
--
-- Not in here: passwords, the files of Storage, edge functions, the project's own settings, and what
-- an operator of the platform has made as its superuser.
-- Other databases of the project, which are not in here either: ${others}.
-- Secrets of the vault that are not in here, as only their own project can open them: ${secrets}.

`
}

/** Without the ends of lines that a name may have: what follows one would be a statement. */
async function names(admin: pg.ClientBase, sql: string): Promise<string> {
  const found = await texts(admin, sql)
  return found.map((name) => name.replaceAll(/[\r\n\u2028\u2029]+/g, ' ')).join(', ') || 'none'
}
