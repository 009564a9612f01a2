import type pg from 'pg'
import { runAll, texts } from './sessions.ts'

/**
 * Publications for all tables, for schemas, and what else of them is the superuser's: nobody else may
 * own one. Those that choose rows are not among them, as an expression is a tenant's code.
 */
export async function makePublications(
  source: pg.ClientBase,
  target: pg.ClientBase,
): Promise<void> {
  await runAll(
    target,
    await texts(
      source,
      `with ours as (select p.* from pg_publication p join pg_roles o on o.oid = p.pubowner and o.rolsuper)
       select format('create publication %I %s with (publish = %L, publish_via_partition_root = %s)', p.pubname,
                case when p.puballtables then 'for all tables' end,
                concat_ws(', ', case when p.pubinsert then 'insert' end, case when p.pubupdate then 'update' end,
                  case when p.pubdelete then 'delete' end, case when p.pubtruncate then 'truncate' end),
                p.pubviaroot::text)
         from ours p
        union all
       select format('alter publication %I add tables in schema %I', p.pubname, n.nspname)
         from pg_publication_namespace s join ours p on p.oid = s.pnpubid
         join pg_namespace n on n.oid = s.pnnspid
        union all
       select format('alter publication %I add table only %I.%I%s', p.pubname, n.nspname, c.relname,
                (select format(' (%s)', string_agg(quote_ident(a.attname), ', ' order by a.attnum))
                   from pg_attribute a
                  where a.attrelid = c.oid and a.attnum = any (r.prattrs::int2[])))
         from pg_publication_rel r join ours p on p.oid = r.prpubid
         join pg_class c on c.oid = r.prrelid join pg_namespace n on n.oid = c.relnamespace
        union all
       select format('comment on publication %I is %L', p.pubname, d.description)
         from ours p join pg_description d on d.objoid = p.oid and d.classoid = 'pg_publication'::regclass`,
    ),
  )
}
