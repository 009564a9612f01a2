/** What a query is run with: a client of `pg`, or anything like it. */
type Client = { query: (sql: string) => Promise<{ rows: { line: string }[] }> }

// Each prints lines of SQL in a fixed order. The system's own functions write the definitions, so that
// what stands in the file is what PostgreSQL understood and not what somebody typed.
const PARTS = [
  `select format(E'create type %I as enum (%s);\\n', t.typname, string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder)) as line
     from pg_catalog.pg_type t
     join pg_catalog.pg_enum e on e.enumtypid = t.oid
    where t.typnamespace = 'public'::regnamespace
    group by t.typname
    order by t.typname`,
  `select format(E'create table %I (\\n%s\\n);\\n', c.relname, string_agg(p.part, E',\\n' order by p.place, p.part)) as line
     from pg_catalog.pg_class c
    cross join lateral (
      select a.attnum::int as place,
             format('  %I %s%s%s', a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod),
               case when a.attnotnull then ' not null' else '' end,
               case
                 when a.attidentity <> '' then ' generated as identity'
                 when a.attgenerated <> '' then ' generated always as (' || pg_catalog.pg_get_expr(d.adbin, d.adrelid) || ') stored'
                 when d.adbin is not null then ' default ' || pg_catalog.pg_get_expr(d.adbin, d.adrelid)
                 else ''
               end) as part
        from pg_catalog.pg_attribute a
        left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       union all
      select 10000, format('  constraint %I %s', k.conname, pg_catalog.pg_get_constraintdef(k.oid))
        from pg_catalog.pg_constraint k
       where k.conrelid = c.oid and k.contype <> 'n'
    ) p
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    group by c.relname
    order by c.relname`,
  `select pg_catalog.pg_get_indexdef(i.indexrelid) || ';' as line
     from pg_catalog.pg_index i
     join pg_catalog.pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_catalog.pg_constraint k where k.conindid = i.indexrelid)
    order by 1`,
  `select format('alter table %I enable row level security;', relname) as line
     from pg_catalog.pg_class
    where relnamespace = 'public'::regnamespace and relrowsecurity
    order by 1`,
  `select pg_catalog.pg_get_functiondef(oid) || E';\\n' as line
     from pg_catalog.pg_proc
    where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
    order by proname`,
  `select pg_catalog.pg_get_triggerdef(t.oid) || ';' as line
     from pg_catalog.pg_trigger t
     join pg_catalog.pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
    order by 1`,
]

/** The schema `public` as SQL to read: what the control database looks like after all migrations. */
export async function describeSchema(client: Client) {
  const lines = [
    '-- Generated from the migrations of apps/platform. To make it again:',
    '--   npx vitest run --project platform -u tools/schema',
    '',
  ]
  for (const sql of PARTS) {
    const { rows } = await client.query(sql)
    lines.push(...rows.map(({ line }) => line))
  }
  return `${lines.join('\n').trimEnd()}\n`
}
