-- What a project's data API shows, and since when its tokens are signed with the present secret: both
-- keys of the old kind are made from these two and the secret, so none of them is stored.
alter table projects
  add column rest_settings jsonb not null default '{}',
  add column jwt_issued_at timestamptz not null default date_trunc('second', now());

-- Keys of the new kind. A secret one is kept as its hash; a publishable one is public, so it can be
-- shown again.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  type text not null check (type in ('publishable', 'secret')),
  name text not null,
  description text,
  prefix text not null,
  key_hash bytea not null unique,
  api_key text check ((type = 'publishable') = (api_key is not null)),
  created_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  constraint api_keys_name unique (project_id, name)
);

-- One row per request to the gateway. No foreign key: rows come in batches, and a batch must not fail
-- because one project of it has gone. Kept for days, see the gateway's request log.
create table edge_logs (
  id bigint generated always as identity primary key,
  project_ref text not null,
  occurred_at timestamptz not null,
  request_id text not null,
  method text not null,
  path text not null,
  search text not null,
  status int not null,
  took_ms real not null,
  -- what the request ran as, and the role of the key it came with
  role text,
  key_role text,
  key_prefix text,
  user_agent text,
  ip_address text
);
create index edge_logs_project on edge_logs (project_ref, occurred_at desc);
create index edge_logs_age on edge_logs using brin (occurred_at);
