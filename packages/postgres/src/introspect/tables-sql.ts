// Everything is spelled out with pg_catalog, so these mean the same on a connection that is not pinned.

/** $1: schemas, or null for all but the system's. */
export const tablesSql = `
select
  c.oid as id,
  n.nspname as schema,
  c.relname as name,
  case c.relkind
    when 'r' then 'table'
    when 'p' then 'partitioned table'
    when 'v' then 'view'
    when 'm' then 'materialized view'
    else 'foreign table'
  end as kind,
  c.relrowsecurity as rls_enabled,
  c.relforcerowsecurity as rls_forced,
  -- the statistics collector is newer than the planner's number, unless it was reset
  greatest(pg_catalog.pg_stat_get_live_tuples(c.oid), c.reltuples, 0)::pg_catalog.float8
    as live_rows_estimate,
  size.bytes::pg_catalog.float8 as bytes,
  pg_catalog.pg_size_pretty(size.bytes) as size,
  pg_catalog.obj_description(c.oid, 'pg_class') as comment,
  coalesce(keys.names, '{}') as primary_keys,
  coalesce(links.described, '[]') as relationships
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
cross join lateral (
  select coalesce(
    case when c.relkind in ('r', 'm') then pg_catalog.pg_total_relation_size(c.oid) end,
    0
  ) as bytes
) size
left join lateral (
  select pg_catalog.array_agg(a.attname::pg_catalog.text order by k.place) as names
  from pg_catalog.pg_index i
  cross join lateral pg_catalog.unnest(i.indkey::pg_catalog.int2[]) with ordinality k (number, place)
  join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
  where i.indrelid = c.oid and i.indisprimary
) keys on true
left join lateral (
  select pg_catalog.jsonb_agg(
    pg_catalog.jsonb_build_object(
      'constraint_name', f.conname,
      'source_schema', sn.nspname,
      'source_table_name', s.relname,
      'source_columns', (
        select pg_catalog.jsonb_agg(a.attname order by k.place)
        from pg_catalog.unnest(f.conkey) with ordinality k (number, place)
        join pg_catalog.pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.number
      ),
      'target_schema', tn.nspname,
      'target_table_name', t.relname,
      'target_columns', (
        select pg_catalog.jsonb_agg(a.attname order by k.place)
        from pg_catalog.unnest(f.confkey) with ordinality k (number, place)
        join pg_catalog.pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.number
      )
    )
    order by f.conname
  ) as described
  from pg_catalog.pg_constraint f
  join pg_catalog.pg_class s on s.oid = f.conrelid
  join pg_catalog.pg_namespace sn on sn.oid = s.relnamespace
  join pg_catalog.pg_class t on t.oid = f.confrelid
  join pg_catalog.pg_namespace tn on tn.oid = t.relnamespace
  where f.contype = 'f'
    -- the parts of a partitioned table repeat its keys
    and f.conparentid = 0
    and c.oid in (f.conrelid, f.confrelid)
) links on true
where c.relkind in ('r', 'p', 'v', 'm', 'f')
  and case
    when $1::pg_catalog.text[] is null then n.nspname !~ '^(pg_|information_schema$)'
    else n.nspname::pg_catalog.text = any ($1::pg_catalog.text[])
  end
order by n.nspname, c.relname`

/** $1: the oids of the tables. */
export const columnsSql = `
select
  a.attrelid as table_id,
  a.attrelid || '.' || a.attnum as id,
  a.attnum as ordinal_position,
  a.attname as name,
  pg_catalog.format_type(a.atttypid, a.atttypmod) as data_type,
  t.typname as format,
  not a.attnotnull as is_nullable,
  a.attidentity <> '' as is_identity,
  case a.attidentity when 'a' then 'ALWAYS' when 'd' then 'BY DEFAULT' end as identity_generation,
  a.attgenerated <> '' as is_generated,
  exists (
    select from pg_catalog.pg_index i
    where i.indrelid = a.attrelid
      and i.indisunique
      and i.indpred is null
      and i.indnkeyatts = 1
      and i.indkey[0] = a.attnum
  ) as is_unique,
  pg_catalog.pg_get_expr(d.adbin, d.adrelid) as default_value,
  coalesce(labels.names, '{}') as enums,
  pg_catalog.col_description(a.attrelid, a.attnum) as comment
from pg_catalog.pg_attribute a
join pg_catalog.pg_type t on t.oid = a.atttypid
left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
left join lateral (
  select pg_catalog.array_agg(e.enumlabel::pg_catalog.text order by e.enumsortorder) as names
  from pg_catalog.pg_enum e
  -- of the type itself, of what an array holds, or of what a domain is made of
  where e.enumtypid in (t.oid, t.typelem, t.typbasetype)
) labels on true
where a.attrelid = any ($1::pg_catalog.oid[])
  and a.attnum > 0
  and not a.attisdropped
order by a.attrelid, a.attnum`
