import type pg from 'pg'
import { superuserSql } from '#postgres/cluster/bootstrap.ts'
import { makeForeignServers } from './foreign.ts'
import { rightsToMakeExtensions, withRights } from './rights.ts'
import { runAll, type Sessions, texts } from './sessions.ts'

// one of those that the platform has in a project
const TELLS = 'plinth_rest_changed'
const NOT_OF_EXTENSION = `not exists (select from pg_depend e
  where e.classid = 'pg_namespace'::regclass and e.objid = n.oid and e.deptype = 'e')`
const SCHEMAS = `pg_namespace n
  where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and ${NOT_OF_EXTENSION}`

/**
 * Schemas, the database's owner, extensions, foreign servers, and what is the superuser's own. It comes before all else:
 * nothing of a tenant's stands there yet that an extension's script could meet.
 */
export async function makeFramework(source: pg.ClientBase, target: Sessions): Promise<void> {
  const admin = await target.admin()
  const schemas = await texts(
    source,
    `select case n.nspname when 'public'
         then format('alter schema public owner to %I', pg_get_userbyid(n.nspowner))
         else format('create schema %I authorization %I', n.nspname, pg_get_userbyid(n.nspowner))
       end from ${SCHEMAS}
     union all
     select 'drop schema public'
      where not exists (select from pg_namespace p where p.nspname = 'public')
     union all
     select format('alter database %I owner to %I', b.datname, pg_get_userbyid(b.datdba))
       from pg_database b where b.datname = current_database()`,
  )
  await runAll(admin, schemas)
  await makeExtensions(source, target)
  await makeForeignServers(source, admin)
  // another database has it if it was made as a copy of the project's
  const [isThere] = await texts(
    source,
    `select 1 from pg_event_trigger t where t.evtname = '${TELLS}'`,
  )
  if (isThere) await admin.query(await superuserSql())
}

async function makeExtensions(source: pg.ClientBase, target: Sessions): Promise<void> {
  const { rows } = await source.query<{ sql: string; owner: string; isOurs: boolean }>(
    `select format('create extension %I schema %I', e.extname, n.nspname) as sql,
            o.rolname as owner, o.rolsuper as "isOurs"
       from pg_extension e
       join pg_namespace n on n.oid = e.extnamespace
       join pg_authid o on o.oid = e.extowner
      where e.extname <> 'plpgsql'
      order by e.oid`,
  )
  const admin = await target.admin()
  await withRights(admin, await rightsToMakeExtensions(source), async () => {
    for (const { sql, owner, isOurs } of rows) {
      // one that a tenant may make is made by its owner; the server lets its script alone be more
      const client = await (isOurs ? target.admin() : target.as(owner))
      await client.query(sql)
    }
  })
  const comments = await texts(
    source,
    `select format('comment on extension %I is %L', e.extname, d.description)
       from pg_extension e
       join pg_description d on d.objoid = e.oid and d.classoid = 'pg_extension'::regclass`,
  )
  await runAll(admin, comments)
}
