-- What projects log, in a database of its own wherever it can be: a user's SQL runs here.
-- Every collection is cut into days, so that forgetting old rows is dropping tables. The days lie in a
-- schema that nobody but the platform may enter; rows are read through the collections only.
create schema logs;
create schema logs_days;

-- one sequence for all: it only tells rows of the same instant apart
create sequence logs.ids as bigint cache 100;

create table logs.edge_logs (
  id bigint not null default nextval('logs.ids'),
  project_ref text not null,
  "timestamp" timestamptz not null,
  request_id text,
  service text,
  method text,
  path text,
  search text,
  status_code int,
  took_ms real,
  role text,
  key_role text,
  key_prefix text,
  user_agent text,
  ip_address text,
  event_message text,
  metadata jsonb
) partition by range ("timestamp");

create table logs.postgres_logs (
  id bigint not null default nextval('logs.ids'),
  project_ref text not null,
  "timestamp" timestamptz not null,
  event_message text,
  error_severity text,
  sql_state_code text,
  detail text,
  hint text,
  query text,
  user_name text,
  database_name text,
  application_name text,
  backend_type text,
  session_id text,
  process_id int,
  metadata jsonb
) partition by range ("timestamp");

create table logs.postgrest_logs (
  id bigint not null default nextval('logs.ids'),
  project_ref text not null,
  "timestamp" timestamptz not null,
  event_message text,
  level text,
  metadata jsonb
) partition by range ("timestamp");

create table logs.function_edge_logs (
  id bigint not null default nextval('logs.ids'),
  project_ref text not null,
  "timestamp" timestamptz not null,
  function_id text,
  function_slug text,
  version int,
  request_id text,
  method text,
  path text,
  search text,
  status_code int,
  took_ms real,
  role text,
  user_agent text,
  ip_address text,
  event_message text,
  metadata jsonb
) partition by range ("timestamp");

create table logs.function_logs (
  id bigint not null default nextval('logs.ids'),
  project_ref text not null,
  "timestamp" timestamptz not null,
  function_id text,
  function_slug text,
  version int,
  level text,
  event_type text,
  execution_id text,
  event_message text,
  metadata jsonb
) partition by range ("timestamp");

-- The one question everybody asks: this project's newest. A day is small and the table before it is
-- sorted by time already, so no other index pays for its upkeep.
create index edge_logs_newest on logs.edge_logs (project_ref, "timestamp" desc);
create index postgres_logs_newest on logs.postgres_logs (project_ref, "timestamp" desc);
create index postgrest_logs_newest on logs.postgrest_logs (project_ref, "timestamp" desc);
create index function_edge_logs_newest on logs.function_edge_logs (project_ref, "timestamp" desc);
create index function_logs_newest on logs.function_logs (project_ref, "timestamp" desc);

-- Rows that came faster than they could be written: counted, so that a gap can be seen.
create table logs.losses (
  project_ref text not null,
  collection text not null,
  lost_at timestamptz not null,
  lost_rows int not null
);
create index losses_newest on logs.losses (project_ref, collection, lost_at desc);

-- How far the log of a project's server was read; moves in the transaction that keeps what was read.
create table logs.cursors (
  project_ref text primary key,
  file text not null,
  byte_offset bigint not null
);

-- Who reads what. Each project has a role of its own, and this says whose it is: the one thing a
-- session can neither choose nor change is the role it logged in as.
create table logs.readers (
  role_name name primary key,
  project_ref text not null unique,
  keep_days int not null
);

create function logs.reader_project() returns text
language sql stable security definer parallel safe
set search_path = ''
return (select project_ref from logs.readers where role_name = session_user);

-- What the session asked for, but never more than the plan keeps.
create function logs.range_start() returns timestamptz
language sql stable security definer parallel safe
set search_path = ''
return (
  select greatest(
           now() - make_interval(days => keep_days),
           coalesce(
             nullif(current_setting('plinth.range_start', true), '')::timestamptz,
             now() - interval '1 hour'))
    from logs.readers
   where role_name = session_user);

create function logs.range_end() returns timestamptz
language sql stable parallel safe
set search_path = ''
return coalesce(nullif(current_setting('plinth.range_end', true), '')::timestamptz, 'infinity');

do $$
declare
  collection name;
begin
  for collection in
    select relname from pg_class where relnamespace = 'logs'::regnamespace and relkind = 'p'
  loop
    execute format('alter table logs.%I enable row level security', collection);
    -- asked once per query, not once per row: that is what the inner selects are for
    execute format(
      'create policy own_rows on logs.%I for select using (
         project_ref = (select logs.reader_project())
         and "timestamp" >= (select logs.range_start())
         and "timestamp" < (select logs.range_end()))', collection);
  end loop;
end $$;

alter table logs.losses enable row level security;
alter table logs.cursors enable row level security;
alter table logs.readers enable row level security;

-- What people know from other stores of logs.
create function logs.regexp_contains(value text, pattern text) returns boolean
language sql immutable strict parallel safe
return value ~ pattern;

-- Makes the tables of a day where they are missing. Made apart and attached, because a table that is
-- created as a partition locks out everybody who reads.
create function logs.ensure_day(day date) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  collection name;
  part text;
begin
  perform pg_advisory_xact_lock(hashtext('logs.ensure_day'));
  for collection in
    select relname from pg_class where relnamespace = 'logs'::regnamespace and relkind = 'p'
  loop
    part := collection || '_' || to_char(day, 'YYYYMMDD');
    continue when to_regclass(format('logs_days.%I', part)) is not null;
    execute format(
      'create table logs_days.%I (like logs.%I including defaults including indexes)', part, collection);
    execute format('alter table logs_days.%I enable row level security', part);
    execute format(
      'alter table logs.%I attach partition logs_days.%I for values from (%L) to (%L)',
      collection, part, day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
  end loop;
end $$;

revoke all on all functions in schema logs from public;
