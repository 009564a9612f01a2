import type pg from 'pg'
import { runAll, texts } from './sessions.ts'

const options = (of: string) =>
  `(select ' options (' || string_agg(format('%I %L', o.option_name, o.option_value), ', ') || ')'
      from pg_options_to_table(${of}) o)`

const grants = (kind: string, name: string, acl: string) =>
  `format('grant %s on ${kind} %I to %s%s', a.privilege_type, ${name},
     coalesce(quote_ident(r.rolname), 'public'),
     case when a.is_grantable then ' with grant option' else '' end)
   from aclexplode(${acl}) a left join pg_roles r on r.oid = a.grantee`

/**
 * Foreign servers and who comes to them as whom: passwords among it, which only the superuser may read.
 * All of it is looked at by the wrappers' own code, and nothing of a tenant's; it comes before his
 * objects, so that his foreign tables find their servers.
 */
export async function makeForeignServers(
  source: pg.ClientBase,
  target: pg.ClientBase,
): Promise<void> {
  await runAll(
    target,
    await texts(
      source,
      `select given.sql from pg_foreign_data_wrapper w
         left join pg_init_privs i on i.objoid = w.oid and i.classoid = 'pg_foreign_data_wrapper'::regclass,
         lateral (select ${grants('foreign data wrapper', 'w.fdwname', 'w.fdwacl')}) given (sql)
        where w.fdwacl is distinct from i.initprivs
        union all
       select made.sql from pg_foreign_server s
         join pg_foreign_data_wrapper w on w.oid = s.srvfdw, unnest(array[
           concat(format('create server %I', s.srvname), ' type ' || quote_literal(s.srvtype),
             ' version ' || quote_literal(s.srvversion),
             format(' foreign data wrapper %I', w.fdwname), ${options('s.srvoptions')}),
           format('alter server %I owner to %I', s.srvname, pg_get_userbyid(s.srvowner))]) made (sql)
        union all
       select given.sql from pg_foreign_server s join pg_roles w on w.oid = s.srvowner and w.rolsuper,
         lateral (select ${grants('foreign server', 's.srvname', 's.srvacl')}) given (sql)
        union all
       select format('comment on server %I is %L', s.srvname, d.description)
         from pg_foreign_server s join pg_roles w on w.oid = s.srvowner and w.rolsuper
         join pg_description d on d.objoid = s.oid and d.classoid = 'pg_foreign_server'::regclass
        union all
       select concat(format('create user mapping for %s server %I', coalesce(quote_ident(r.rolname), 'public'),
             s.srvname), ${options('m.umoptions')})
         from pg_user_mapping m join pg_foreign_server s on s.oid = m.umserver
         left join pg_roles r on r.oid = m.umuser`,
    ),
  )
}

/** Rights that owners of foreign tables need to make them; they may have lost them since. */
export const rightsToForeign = async (source: pg.ClientBase) =>
  (
    await source.query<{ on: string; to: string }>(
      `select distinct format('usage on foreign server %I', s.srvname) as on, format('%I', o.rolname) as to
         from pg_foreign_table f
         join pg_foreign_server s on s.oid = f.ftserver
         join pg_class c on c.oid = f.ftrelid
         join pg_authid o on o.oid = c.relowner and not o.rolsuper and o.oid <> s.srvowner`,
    )
  ).rows
