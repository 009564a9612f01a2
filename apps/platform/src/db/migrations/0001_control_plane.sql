-- Accounts. The shapes of users, sessions, accounts, verifications and rate_limits are the sign-in library's.
create table users (
  id text primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id text primary key,
  token text not null unique,
  user_id text not null references users on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user_id on sessions (user_id);

create table accounts (
  id text primary key,
  account_id text not null,
  provider_id text not null,
  user_id text not null references users on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index accounts_user_id on accounts (user_id);

create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Failed sign-ins by account and by address; a row is one window.
create table sign_in_attempts (
  key text primary key,
  failures int not null,
  window_ends_at timestamptz not null
);

create table one_time_links (
  token_hash bytea primary key,
  purpose text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table access_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id text not null references users on delete cascade,
  name text not null,
  prefix text not null,
  token_hash bytea not null unique,
  scopes text[],
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz
);
create index access_tokens_user_id on access_tokens (user_id);

create table organizations (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique,
  name text not null,
  plan text not null default 'free' check (plan in ('free', 'pro', 'team', 'enterprise')),
  billing_email text,
  additional_billing_emails text[] not null default '{}',
  opt_in_tags text[] not null default '{}',
  created_at timestamptz not null default now()
);

-- project_refs null: the role holds for the whole organization.
create table memberships (
  organization_id uuid not null references organizations on delete cascade,
  user_id text not null references users on delete cascade,
  role text not null check (role in ('owner', 'administrator', 'developer', 'read_only')),
  project_refs text[],
  joined_at timestamptz not null default now(),
  primary key (organization_id, user_id),
  check (role <> 'owner' or project_refs is null)
);
create index memberships_user_id on memberships (user_id);

create table invitations (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  email text not null,
  role text not null,
  project_refs text[],
  token_hash bytea not null unique,
  invited_by text references users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz
);
create index invitations_organization_id on invitations (organization_id);

-- No foreign keys: what happened stays on record when its organization or person is gone.
create table audit_log (
  id bigint generated always as identity primary key,
  organization_id uuid,
  project_ref text,
  actor_id text,
  actor_email text,
  via text not null,
  action text not null,
  target jsonb not null,
  outcome text not null check (outcome in ('started', 'succeeded', 'failed')),
  error_code text,
  ip_address text,
  request_id text not null,
  occurred_at timestamptz not null default now()
);
create index audit_log_organization_id on audit_log (organization_id, id desc);

create table projects (
  id uuid primary key default gen_random_uuid(),
  ref text not null unique check (ref ~ '^[a-z]{20}$'),
  organization_id uuid not null references organizations,
  name text not null,
  status text not null,
  cloud_provider text not null,
  region text not null,
  instance_size text not null,
  postgres_engine text not null,
  parent_project_ref text,
  db_version text,
  -- the machine whose engine holds its files; only that one runs its operations
  host text not null,
  -- what the engine needs to find it again there
  os_uid int not null unique,
  -- wished for, not promised: a start on a port that somebody took moves to another one
  port int not null,
  -- passwords and keys, sealed with the platform's master key
  secrets bytea not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index projects_organization_id on projects (organization_id, name);
create index projects_host on projects (host, status);

-- Numbers never used twice, so a file left behind never belongs to somebody else's project.
create sequence project_number;

create table operations (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  kind text not null,
  status text not null check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  input jsonb not null default '{}',
  steps jsonb not null,
  -- what a step leaves for the next one, and for itself after a crash
  state jsonb not null default '{}',
  attempts int not null default 0,
  error_message text,
  error_log text[] not null default '{}',
  requested_by text,
  cancel_requested boolean not null default false,
  -- who runs it, and until when that claim holds without being renewed
  claimed_by text,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create index operations_project_id on operations (project_id, created_at desc);
-- strict order per project: one live operation at a time
create unique index operations_one_live on operations (project_id) where status in ('queued', 'running');

create table snippets (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  owner_id text not null references users on delete cascade,
  name text not null,
  sql text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index snippets_owner on snippets (project_id, owner_id, updated_at desc);
