import type pg from 'pg'

/** A schema of a database. */
export type Schema = { id: number; name: string; owner: string; comment: string | null }

/** Every schema but the system's own, by name. */
export async function listSchemas(client: pg.ClientBase): Promise<Schema[]> {
  const { rows } = await client.query<Schema>(`
    select
      n.oid as id,
      n.nspname as name,
      pg_catalog.pg_get_userbyid(n.nspowner) as owner,
      pg_catalog.obj_description(n.oid, 'pg_namespace') as comment
    from pg_catalog.pg_namespace n
    where n.nspname !~ '^(pg_|information_schema$)'
    order by n.nspname`)
  return rows
}

/** What an editor needs to complete names: by schema, tables with their columns, and functions. */
export type CompletionSchema = Record<
  string,
  { tables: Record<string, string[]>; functions: string[] }
>

/** The names of a whole database in one small answer. */
export async function schemaForCompletion(client: pg.ClientBase): Promise<CompletionSchema> {
  const { rows } = await client.query<{ names: CompletionSchema }>(completionSql)
  return rows[0]?.names ?? {}
}

const completionSql = `
  select coalesce(
    pg_catalog.jsonb_object_agg(
      n.nspname,
      pg_catalog.jsonb_build_object(
        'tables', coalesce(tables.named, '{}'),
        'functions', coalesce(functions.names, '[]')
      )
    ),
    '{}'
  ) as names
  from pg_catalog.pg_namespace n
  left join lateral (
    select pg_catalog.jsonb_object_agg(c.relname, coalesce(columns.names, '[]')) as named
    from pg_catalog.pg_class c
    left join lateral (
      select pg_catalog.jsonb_agg(a.attname order by a.attnum) as names
      from pg_catalog.pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ) columns on true
    where c.relnamespace = n.oid and c.relkind in ('r', 'p', 'v', 'm', 'f')
  ) tables on true
  left join lateral (
    select pg_catalog.jsonb_agg(distinct p.proname) as names
    from pg_catalog.pg_proc p
    where p.pronamespace = n.oid
      -- triggers cannot be called
      and p.prorettype <> 'pg_catalog.trigger'::pg_catalog.regtype
  ) functions on true
  where n.nspname !~ '^(pg_|information_schema$)'`
