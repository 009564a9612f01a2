import type pg from 'pg'
import { runAll, texts } from './sessions.ts'
import { adminRole } from '#postgres/cluster/pg-hba.ts'

/** A right that somebody needs to make what he owns, and may have lost since he made it. */
type Right = { readonly on: string; readonly to: string }

/** Gives rights while the work is under way, in the owners' names. After a failure they stay: all of it is thrown away then. */
export async function withRights<T>(
  admin: pg.ClientBase,
  rights: readonly Right[],
  work: () => Promise<T>,
): Promise<T> {
  await runAll(
    admin,
    rights.map(({ on, to }) => `grant ${on} to ${to}`),
  )
  const result = await work()
  await runAll(
    admin,
    rights.map(({ on, to }) => `revoke ${on} from ${to}`),
  )
  return result
}

async function read(source: pg.ClientBase, sql: string): Promise<Right[]> {
  return (await source.query<Right>(sql)).rows
}

const SCHEMAS = `select n.* from pg_namespace n
  where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`

// the roles that own something in each schema
const MAKERS = `select n.oid, n.nspname, o.oid as role, o.rolname
  from (select relnamespace, relowner from pg_class
        union select pronamespace, proowner from pg_proc
        union select typnamespace, typowner from pg_type
        union select oprnamespace, oprowner from pg_operator
        union select collnamespace, collowner from pg_collation
        union select connamespace, conowner from pg_conversion
        union select stxnamespace, stxowner from pg_statistic_ext
        union select cfgnamespace, cfgowner from pg_ts_config
        union select dictnamespace, dictowner from pg_ts_dict
        union select extnamespace, extowner from pg_extension) made (schema, owner)
  join (${SCHEMAS}) n on n.oid = made.schema and n.nspowner <> made.owner
  join pg_authid o on o.oid = made.owner and not o.rolsuper`

const DATABASE_MAKERS = `select distinct o.rolname
  from (select extowner from pg_extension union select pubowner from pg_publication) made (owner)
  join pg_authid o on o.oid = made.owner and not o.rolsuper
  where not has_database_privilege(o.oid, current_database(), 'create')`

const onDatabase = `select format('create on database %I', current_database()) as on,
  format('%I', m.rolname) as to from (${DATABASE_MAKERS}) m`

const OWNERS = `select o.oid, o.rolname
  from (select relowner from pg_class
        union select proowner from pg_proc
        union select typowner from pg_type
        union select nspowner from pg_namespace
        union select extowner from pg_extension
        union select pubowner from pg_publication
        union select collowner from pg_collation
        union select cfgowner from pg_ts_config
        union select dictowner from pg_ts_dict
        union select stxowner from pg_statistic_ext
        union select srvowner from pg_foreign_server
        union select defaclrole from pg_default_acl) made (owner)
  join pg_authid o on o.oid = made.owner and not o.rolsuper and o.rolname !~ '^pg_'`

/** Whoever owns something comes in to make it. */
export const rightsToConnect = (source: pg.ClientBase): Promise<Right[]> =>
  read(
    source,
    `select format('connect on database %I', current_database()) as on, format('%I', o.rolname) as to
       from (${OWNERS}) o where not has_database_privilege(o.oid, current_database(), 'connect')`,
  )

/** What an extension's owner needs; its schema stands there. */
export const rightsToMakeExtensions = (source: pg.ClientBase): Promise<Right[]> =>
  read(
    source,
    `${onDatabase}
     union all
     select format('usage, create on schema %I', m.nspname), format('%I', m.rolname)
       from (${MAKERS}) m`,
  )

/**
 * Statements for who loads a project that is not a superuser: an object is given only to who may make
 * one where it lies. Taken back is what the grants will not give again.
 */
export async function lentToOwners(source: pg.ClientBase) {
  const { rows } = await source.query<{ schema: string; role: string; isGranted: boolean }>(
    `select distinct format('%I', m.nspname) as schema, format('%I', m.rolname) as role,
            exists (select from pg_namespace n, aclexplode(n.nspacl) a
              where n.oid = m.oid and a.grantee = m.role and a.privilege_type = 'CREATE') as "isGranted"
       from (${MAKERS}) m join pg_namespace own on own.oid = m.oid
       join pg_authid o on o.oid = own.nspowner and not o.rolsuper
      order by 1, 2`,
  )
  const makers = (await read(source, onDatabase)).map(({ to }) => to)
  return {
    given: rows.map(({ schema, role }) => `grant create on schema ${schema} to ${role}`),
    takenBack: rows
      .filter(({ isGranted }) => !isGranted)
      .map(({ schema, role }) => `revoke create on schema ${schema} from ${role}`),
    /** Roles that have to be able to make something in the database itself. */
    onDatabase: makers,
  }
}

/** Before anybody has been granted anything: names can be looked up, and everyone makes what is his where it was. */
export const rightsToMakeObjects = (source: pg.ClientBase): Promise<Right[]> =>
  read(
    source,
    `select format('usage on schema %I', n.nspname) as on, format('%I', o.rolname) as to
       from (${SCHEMAS}) n
       join (select distinct role as oid, rolname from (${MAKERS}) m
             union select nspowner, pg_get_userbyid(nspowner) from (${SCHEMAS}) s) o
         on o.oid <> n.nspowner and o.rolname not in ('pg_database_owner', '${adminRole}')
     union all
     select format('create on schema %I', m.nspname), format('%I', m.rolname) from (${MAKERS}) m`,
  )

/** Once the grants on schemas are as they were: what those who own something there have lost. */
export const rightsInSchemas = (source: pg.ClientBase): Promise<Right[]> =>
  read(
    source,
    `select format('%s on schema %I', wanted, m.nspname) as on, format('%I', m.rolname) as to
       from (${MAKERS}) m, unnest(array['usage', 'create']) wanted
      where not has_schema_privilege(m.role, m.oid, wanted)
     union
     select format('usage on schema %I', n.nspname), format('%I', o.rolname)
       from (select k.conrelid, c.relnamespace
               from pg_constraint k join pg_class c on c.oid = k.confrelid
              where k.contype = 'f'
              union select t.tgrelid, p.pronamespace
               from pg_trigger t join pg_proc p on p.oid = t.tgfoid
              where not t.tgisinternal) uses (relation, schema)
       join pg_class c on c.oid = uses.relation
       join pg_authid o on o.oid = c.relowner and not o.rolsuper
       join pg_namespace n on n.oid = uses.schema
      where not has_schema_privilege(o.oid, n.oid, 'usage')
     union
     -- who has handed on what was granted to him finds it by its name
     select format('usage on schema %I', n.nspname), format('%I', o.rolname)
       from (select relnamespace, relacl from pg_class
             union all select c.relnamespace, a.attacl from pg_attribute a join pg_class c on c.oid = a.attrelid
             union all select pronamespace, proacl from pg_proc
             union all select typnamespace, typacl from pg_type) granted (schema, acl)
       cross join lateral aclexplode(granted.acl) a
       join pg_authid o on o.oid = a.grantor and not o.rolsuper
       join (${SCHEMAS}) n on n.oid = granted.schema
      where not has_schema_privilege(o.oid, n.oid, 'usage')`,
  )

/** Once all grants are as they were: what is missing for data, foreign keys and triggers. */
export const rightsToFill = (source: pg.ClientBase): Promise<Right[]> =>
  read(
    source,
    `${onDatabase}
     union all
     select format('%s on table %I.%I', wanted, n.nspname, c.relname), format('%I', o.rolname)
       from pg_class c
       join (${SCHEMAS}) n on n.oid = c.relnamespace
       join pg_authid o on o.oid = c.relowner and not o.rolsuper, unnest(array['insert', 'truncate']) wanted
      where c.relkind in ('r', 'p') and not has_table_privilege(o.oid, c.oid, wanted)
     union all
     select distinct format('%s on table %I.%I', wanted, n.nspname, c.relname), format('%I', o.rolname)
       from pg_constraint k
       join pg_class own on own.oid = k.conrelid
       join pg_authid o on o.oid = own.relowner and not o.rolsuper
       join pg_class c on c.oid = k.confrelid
       join pg_namespace n on n.oid = c.relnamespace, unnest(array['references', 'select']) wanted
      where k.contype = 'f' and not has_table_privilege(o.oid, c.oid, wanted)
     union all
     select distinct format('trigger on table %I.%I', n.nspname, c.relname), format('%I', o.rolname)
       from pg_trigger t
       join pg_class c on c.oid = t.tgrelid
       join pg_namespace n on n.oid = c.relnamespace
       join pg_authid o on o.oid = c.relowner and not o.rolsuper
      where not t.tgisinternal and not has_table_privilege(o.oid, c.oid, 'trigger')
     union all
     select distinct format('execute on function %s', t.tgfoid::regprocedure), format('%I', o.rolname)
       from pg_trigger t
       join pg_class c on c.oid = t.tgrelid
       join pg_authid o on o.oid = c.relowner and not o.rolsuper
      where not t.tgisinternal and not has_function_privilege(o.oid, t.tgfoid, 'execute')`,
  )

const grantees = (acl: string) =>
  `select coalesce(quote_ident(r.rolname), 'public') as role, a.privilege_type, a.is_grantable
     from aclexplode(${acl}) a left join pg_roles r on r.oid = a.grantee`

/** Grants on what the superuser owns, and on the database. */
export async function grantOwn(source: pg.ClientBase, admin: pg.ClientBase): Promise<void> {
  const grants = await texts(
    source,
    `with thing as (
       select format('database %I', b.datname) as name, b.datdba as owner,
              coalesce(b.datacl, acldefault('d', b.datdba)) as acl, true as is_whole
         from pg_database b where b.datname = current_database()
       union all
       select format('schema %I', n.nspname), n.nspowner,
              coalesce(n.nspacl, acldefault('n', n.nspowner)), true
         from (${SCHEMAS}) n join pg_authid o on o.oid = n.nspowner and o.rolsuper
       union all
       select format('function %s', p.oid::regprocedure), p.proowner, p.proacl, false
         from pg_proc p
         join pg_init_privs i on i.objoid = p.oid and i.classoid = 'pg_proc'::regclass
        where p.oid < 16384 and p.proacl is distinct from i.initprivs)
     select format('revoke all on %s from public, %I', t.name, pg_get_userbyid(t.owner))
       from thing t where t.is_whole
     union all
     select format('grant %s on %s to %s%s', g.privilege_type, t.name, g.role,
                   case when g.is_grantable then ' with grant option' else '' end)
       from thing t, lateral (${grantees('t.acl')}) g
      order by 1 desc`,
  )
  await runAll(admin, grants)
}
