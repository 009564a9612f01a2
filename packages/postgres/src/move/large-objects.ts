import type pg from 'pg'
import { runAll, texts } from './sessions.ts'

// some 2 kB each
const PAGES_AT_ONCE = 2000

type Page = { readonly oid: string; readonly offset: string; readonly data: Buffer }

/** The large objects there are. */
export const largeObjects = (source: pg.ClientBase): Promise<string[]> =>
  texts(source, `select m.oid::text from pg_largeobject_metadata m order by m.oid`)

/** What is in them, some pages at a time. */
export async function* largeObjectPages(source: pg.ClientBase): AsyncGenerator<Page[]> {
  let [oid, pageno] = ['0', -1]
  for (;;) {
    const { rows } = await source.query<Page & { pageno: number }>(
      `select l.loid::text as oid, l.pageno, l.data,
              (l.pageno * (current_setting('block_size')::int8 / 4))::text as offset
         from pg_largeobject l
        where (l.loid, l.pageno) > ($1::oid, $2::int4)
        order by l.loid, l.pageno limit ${PAGES_AT_ONCE}`,
      [oid, pageno],
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows
    ;[oid, pageno] = [last.oid, last.pageno]
  }
}

/** Statements for their owners, grants and comments. */
export const aboutLargeObjects = (source: pg.ClientBase): Promise<string[]> => texts(source, ABOUT)

/** Large objects as they are. All of it is the server's own code, so the superuser does it. */
export async function moveLargeObjects(
  source: pg.ClientBase,
  target: pg.ClientBase,
  signal: AbortSignal | undefined,
): Promise<void> {
  const oids = await largeObjects(source)
  if (oids.length === 0) return
  await runAll(
    target,
    oids.map((oid) => `select pg_catalog.lo_create(${oid})`),
  )
  for await (const pages of largeObjectPages(source)) {
    signal?.throwIfAborted()
    await target.query(
      `select count(lo_put(p.oid, p.at, p.data))
         from unnest($1::oid[], $2::int8[], $3::bytea[]) p (oid, at, data)`,
      [
        pages.map(({ oid }) => oid),
        pages.map((page) => page.offset),
        pages.map(({ data }) => data),
      ],
    )
  }
  await runAll(target, await aboutLargeObjects(source))
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
