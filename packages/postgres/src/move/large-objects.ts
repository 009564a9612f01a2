import type pg from 'pg'
import { runAll, texts } from './sessions.ts'

// some 2 kB each
const PAGES_AT_ONCE = 2000

type Page = { oid: string; pageno: number; data: Buffer }

/** Large objects with their owners, grants and comments. All of it is the server's own code, so the superuser does it. */
export async function moveLargeObjects(
  source: pg.ClientBase,
  target: pg.ClientBase,
  signal: AbortSignal | undefined,
): Promise<void> {
  const made = await texts(
    source,
    `select format('select pg_catalog.lo_create(%s)', m.oid) from pg_largeobject_metadata m order by m.oid`,
  )
  if (made.length === 0) return
  await runAll(target, made)
  let [oid, pageno] = ['0', -1]
  for (;;) {
    signal?.throwIfAborted()
    const { rows } = await source.query<Page>(
      `select l.loid::text as oid, l.pageno, l.data from pg_largeobject l
        where (l.loid, l.pageno) > ($1::oid, $2::int4)
        order by l.loid, l.pageno limit ${PAGES_AT_ONCE}`,
      [oid, pageno],
    )
    const last = rows.at(-1)
    if (!last) break
    await target.query(
      `select count(lo_put(p.oid, p.pageno * (select current_setting('block_size')::int8 / 4), p.data))
         from unnest($1::oid[], $2::int8[], $3::bytea[]) p (oid, pageno, data)`,
      [rows.map((row) => row.oid), rows.map((row) => row.pageno), rows.map((row) => row.data)],
    )
    ;[oid, pageno] = [last.oid, last.pageno]
  }
  await runAll(target, await texts(source, ABOUT))
}

const ABOUT = `
  select format('alter large object %s owner to %I', m.oid, pg_get_userbyid(m.lomowner)) as sql, 1 as turn
    from pg_largeobject_metadata m
  union all
  select format('revoke all on large object %s from %I', m.oid, pg_get_userbyid(m.lomowner)), 2
    from pg_largeobject_metadata m where m.lomacl is not null
  union all
  select format('grant %s on large object %s to %s%s', a.privilege_type, m.oid,
                coalesce(quote_ident(r.rolname), 'public'),
                case when a.is_grantable then ' with grant option' else '' end), 3
    from pg_largeobject_metadata m, aclexplode(m.lomacl) a left join pg_roles r on r.oid = a.grantee
  union all
  select format('comment on large object %s is %L', m.oid, d.description), 4
    from pg_largeobject_metadata m
    join pg_description d on d.objoid = m.oid and d.classoid = 'pg_largeobject'::regclass
  order by 2`
