export type Starter = { readonly title: string; readonly about: string; readonly sql: string }

/** Queries that work on any project, the first things people ask of a new database. */
export const STARTERS: readonly Starter[] = [
  {
    title: 'Tables and their size',
    about: 'Every table of yours with its rows and the space it takes',
    sql: `-- Tables and their size
select
  n.nspname as schema,
  c.relname as table,
  greatest(c.reltuples, 0)::bigint as rows_estimate,
  pg_size_pretty(pg_total_relation_size(c.oid)) as size,
  c.relrowsecurity as row_level_security
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p')
  and n.nspname not in ('pg_catalog', 'information_schema')
  and n.nspname not like 'pg\\_toast%'
order by pg_total_relation_size(c.oid) desc;
`,
  },
  {
    title: 'A first table',
    about: 'Makes a table with a few rows and reads them back',
    sql: `-- A first table
create table if not exists public.todos (
  id bigint generated always as identity primary key,
  title text not null,
  is_done boolean not null default false,
  created_at timestamptz not null default now()
);

-- without a policy nobody reaches the table through the REST API
alter table public.todos enable row level security;

insert into public.todos (title)
values ('Look around'), ('Write a query'), ('Build something');

select * from public.todos order by id;
`,
  },
  {
    title: 'What is running now',
    about: 'Connections with their query and how long it has been going',
    sql: `-- What is running now
select
  pid,
  usename as role,
  application_name,
  state,
  now() - query_start as running_for,
  wait_event_type,
  left(query, 200) as query
from pg_stat_activity
where datname = current_database()
  and pid <> pg_backend_pid()
order by query_start nulls last;
`,
  },
  {
    title: 'Indexes nobody uses',
    about: 'Indexes never read since the statistics began, largest first',
    sql: `-- Indexes nobody uses
select
  s.schemaname as schema,
  s.relname as table,
  s.indexrelname as index,
  pg_size_pretty(pg_relation_size(s.indexrelid)) as size
from pg_stat_user_indexes s
join pg_index i on i.indexrelid = s.indexrelid
where s.idx_scan = 0
  and not i.indisunique
order by pg_relation_size(s.indexrelid) desc;
`,
  },
]
