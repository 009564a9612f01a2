import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { SPLIT } from './copy-tables.ts'
import { PROJECT_DATABASE } from './databases.ts'
import { READER, texts } from './sessions.ts'
import type { Engine } from '#postgres/cluster/engine.ts'
import { type SocketTarget, withAdmin } from '#postgres/connection/admin.ts'

// each names what is in the way and what to do about it
const OF_CLUSTER: readonly string[] = [
  `select format('The database %I lets nobody in: allow connections to it, or drop it', b.datname)
     from pg_database b where not b.datallowconn and b.datname <> 'template0' and b.datconnlimit <> -2`,

  // each of those that read at once, and one that looks
  `select format('The database %I lets no more than %s connections in: allow 10 for the time of the upgrade', b.datname, b.datconnlimit)
     from pg_database b where b.datconnlimit between 0 and 9`,

  `select format('The database %I was dropped half way: drop it', b.datname)
     from pg_database b where b.datconnlimit = -2`,

  `select format('The database %I does not let the platform read it: grant connect on it to ${READER}', b.datname)
     from pg_database b join pg_roles r on r.rolname = '${READER}'
    where b.datallowconn and b.datconnlimit <> -2 and b.datname not in ('template0', 'template1')
      and not has_database_privilege(r.oid, b.oid, 'connect')`,

  `select format('The prepared transaction %L: commit it or roll it back', x.gid) from pg_prepared_xacts x`,

  `select format('The replication slot %I: its position means nothing in another version. Drop it, and begin anew after the upgrade', s.slot_name)
     from pg_replication_slots s where not s.temporary`,

  `select format('The subscription %I: drop it, and make it again after the upgrade', s.subname) from pg_subscription s`,

  `select format('The tablespace %I: what lies in it is not moved', t.spcname) from pg_tablespace t where t.spcname !~ '^pg_'`,
]

const OF_DATABASE: readonly string[] = [
  `select format('The foreign data wrapper %I belongs to no extension: drop it, and make it again after the upgrade', w.fdwname)
     from pg_foreign_data_wrapper w
    where not exists (select from pg_depend e where e.classid = 'pg_foreign_data_wrapper'::regclass
            and e.objid = w.oid and e.deptype = 'e')`,

  `select distinct format('The table %s has foreign partitions, and its rows lie in others after the move: detach them', split.oid::regclass)
     from (${SPLIT}) split, pg_partition_tree(split.oid) t
     join pg_class c on c.oid = t.relid and c.relkind = 'f'`,

  `select format('The table %s is part of %s, which belongs to another role: give both the same owner',
                 i.inhrelid::regclass, i.inhparent::regclass)
     from pg_inherits i
     join pg_class part on part.oid = i.inhrelid
     join pg_class whole on whole.oid = i.inhparent
    where part.relkind in ('r', 'p') and not pg_has_role(part.relowner, whole.relowner, 'usage')`,

  // nobody can log in as it to make something that is its own
  `select format('%s belongs to pg_database_owner: give it to another role', own.named)
     from pg_roles o, lateral (
       select c.oid::regclass::text from pg_class c
        where c.relowner = o.oid and c.relkind in ('r', 'p', 'v', 'm', 'f')
          or c.relowner = o.oid and c.relkind = 'S' and not exists (select from pg_depend d
            where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i'))
        union all
       select p.oid::regprocedure::text from pg_proc p where p.proowner = o.oid
        union all
       select t.oid::regtype::text from pg_type t where t.typowner = o.oid and t.typrelid = 0 and t.typelem = 0
     ) own (named)
    where o.rolname = 'pg_database_owner'`,

  // since 18 a column that is not null is so in every table that inherits it
  `select format('The column %I of the table %s may be null, and that of %s, which it inherits, not: make both the same',
                 a.attname, a.attrelid::regclass, i.inhparent::regclass)
     from pg_inherits i
     join pg_attribute p on p.attrelid = i.inhparent and p.attnum > 0 and p.attnotnull and not p.attisdropped
     join pg_attribute a on a.attrelid = i.inhrelid and a.attname = p.attname and not a.attnotnull
     join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p', 'f')`,

  `select format('The publication %I has the table %s, whose owner is another role: give both the same owner',
                 p.pubname, r.prrelid::regclass)
     from pg_publication_rel r
     join pg_publication p on p.oid = r.prpubid
     join pg_class c on c.oid = r.prrelid
    where not pg_has_role(p.pubowner, c.relowner, 'usage')`,

  `select format('The publication %I belongs to the superuser and chooses rows of %s: drop it, and make it again after the upgrade',
                 p.pubname, r.prrelid::regclass)
     from pg_publication p
     join pg_roles o on o.oid = p.pubowner and o.rolsuper
     join pg_publication_rel r on r.prpubid = p.oid and r.prqual is not null`,

  `select format('The publication %I is for all tables or for a schema, and its owner %I is no superuser: drop it',
                 p.pubname, o.rolname)
     from pg_publication p join pg_roles o on o.oid = p.pubowner and not o.rolsuper
    where p.puballtables or exists (select from pg_publication_namespace n where n.pnpubid = p.oid)`,

  `select format('The extension %I keeps rows in tables of its own, which are not moved: drop it', e.extname)
     from pg_extension e where cardinality(e.extconfig) > 0`,

  // the platform's own, apart from which a project has nothing of the superuser's
  `select format('The function %s belongs to the superuser and is not the platform''s own', p.oid::regprocedure)
     from pg_proc p
     join pg_namespace n on n.oid = p.pronamespace
     join pg_authid o on o.oid = p.proowner and o.rolsuper
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not (n.nspname = 'extensions' and p.proname like 'plinth\\_%')
      -- neither an extension's nor the constructor of a range, which is always the superuser's
      and not exists (select from pg_depend e where e.classid = 'pg_proc'::regclass
            and e.objid = p.oid and e.deptype in ('e', 'i'))
   union all
   select format('%s belongs to the superuser and is not the platform''s own', c.oid::regclass)
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_authid o on o.oid = c.relowner and o.rolsuper
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass
            and e.objid = c.oid and e.deptype = 'e')`,
]

/** What keeps a project from being moved to another major version: each names the object. */
export async function moveObstacles(target: SocketTarget, to: Engine): Promise<string[]> {
  const [found, databases] = await withAdmin(target, async (admin) => [
    await all(admin, OF_CLUSTER),
    await texts(
      admin,
      `select b.datname from pg_database b
        where b.datallowconn and b.datconnlimit <> -2 and b.datname not in ('template0', 'template1', '${PROJECT_DATABASE}')
        order by 1`,
    ),
  ])
  found.push(...(await withAdmin(target, (admin) => obstaclesHere(admin, to))))
  for (const database of databases) {
    const here = await withAdmin({ ...target, database }, (admin) => obstaclesHere(admin, to))
    found.push(...here.map((one) => `In the database ${database}: ${one}`))
  }
  return found
}

async function all(admin: pg.ClientBase, queries: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const sql of queries) found.push(...(await texts(admin, sql)))
  return found
}

async function obstaclesHere(admin: pg.ClientBase, to: Engine): Promise<string[]> {
  const found = await all(admin, OF_DATABASE)
  const extensions = await texts(admin, `select e.extname from pg_extension e order by e.extname`)
  for (const name of extensions) {
    const isThere = await access(join(to.shareDir, 'extension', `${name}.control`)).then(
      () => true,
      () => false,
    )
    if (!isThere) {
      found.push(`The extension ${name} does not come with Postgres ${to.major}: drop it`)
    }
  }
  return found
}
