-- Scratch restores of backups: that they were tried, and how it ended.
create table backup_verifications (
  project_id uuid primary key references projects on delete cascade,
  backup_name text not null,
  outcome text not null check (outcome in ('passed', 'failed')),
  detail text not null,
  verified_at timestamptz not null default now()
);

-- Links that work once. The token itself is nowhere but in the reply that made it.
create table download_links (
  token_hash bytea primary key,
  project_id uuid not null references projects on delete cascade,
  kind text not null check (kind in ('backup', 'storage')),
  name text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index download_links_project_id on download_links (project_id);

-- Why people leave; read by whoever runs this installation, sent nowhere.
create table exit_feedback (
  id bigint generated always as identity primary key,
  user_id text,
  organization_slug text,
  project_ref text,
  exit_action text not null,
  reasons text[] not null,
  message text,
  additional_feedback text,
  created_at timestamptz not null default now()
);
