-- Generated from the migrations of apps/platform. To make it again:
--   npx vitest run --project platform -u tools/schema

create table access_tokens (
  id uuid not null default gen_random_uuid(),
  user_id text not null,
  name text not null,
  prefix text not null,
  token_hash bytea not null,
  scopes text[],
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  constraint access_tokens_pkey PRIMARY KEY (id),
  constraint access_tokens_token_hash_key UNIQUE (token_hash),
  constraint access_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table accounts (
  id text not null,
  account_id text not null,
  provider_id text not null,
  user_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  password text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table api_keys (
  id uuid not null default gen_random_uuid(),
  project_id uuid not null,
  type text not null,
  name text not null,
  description text,
  prefix text not null,
  key_hash bytea not null,
  api_key text,
  created_by text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  constraint api_keys_check CHECK (((type = 'publishable'::text) = (api_key IS NOT NULL))),
  constraint api_keys_key_hash_key UNIQUE (key_hash),
  constraint api_keys_name UNIQUE (project_id, name),
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint api_keys_type_check CHECK ((type = ANY (ARRAY['publishable'::text, 'secret'::text])))
);

create table audit_log (
  id bigint not null generated as identity,
  organization_id uuid,
  project_ref text,
  actor_id text,
  actor_email text,
  via text not null,
  action text not null,
  target jsonb not null,
  outcome text not null,
  error_code text,
  ip_address text,
  request_id text not null,
  occurred_at timestamp with time zone not null default now(),
  constraint audit_log_outcome_check CHECK ((outcome = ANY (ARRAY['started'::text, 'succeeded'::text, 'failed'::text]))),
  constraint audit_log_pkey PRIMARY KEY (id)
);

create table backup_verifications (
  project_id uuid not null,
  backup_name text not null,
  outcome text not null,
  detail text not null,
  verified_at timestamp with time zone not null default now(),
  constraint backup_verifications_outcome_check CHECK ((outcome = ANY (ARRAY['passed'::text, 'failed'::text]))),
  constraint backup_verifications_pkey PRIMARY KEY (project_id),
  constraint backup_verifications_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

create table certificate_authority (
  id boolean not null default true,
  certificate text not null,
  key bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint certificate_authority_id_check CHECK (id),
  constraint certificate_authority_pkey PRIMARY KEY (id)
);

create table download_links (
  token_hash bytea not null,
  project_id uuid not null,
  kind text not null,
  name text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint download_links_kind_check CHECK ((kind = ANY (ARRAY['backup'::text, 'storage'::text]))),
  constraint download_links_pkey PRIMARY KEY (token_hash),
  constraint download_links_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

create table exit_feedback (
  id bigint not null generated as identity,
  user_id text,
  organization_slug text,
  project_ref text,
  exit_action text not null,
  reasons text[] not null,
  message text,
  additional_feedback text,
  created_at timestamp with time zone not null default now(),
  constraint exit_feedback_pkey PRIMARY KEY (id)
);

create table function_files (
  function_id uuid not null,
  path text not null,
  content bytea not null,
  constraint function_files_function_id_fkey FOREIGN KEY (function_id) REFERENCES functions(id) ON DELETE CASCADE,
  constraint function_files_pkey PRIMARY KEY (function_id, path)
);

create table function_secrets (
  project_id uuid not null,
  name text not null,
  sealed bytea not null,
  digest text not null,
  updated_at timestamp with time zone not null default now(),
  constraint function_secrets_pkey PRIMARY KEY (project_id, name),
  constraint function_secrets_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

create table functions (
  id uuid not null default gen_random_uuid(),
  project_id uuid not null,
  slug text not null,
  name text not null,
  version integer not null default 1,
  verify_jwt boolean not null,
  entrypoint_path text not null,
  import_map boolean not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint functions_pkey PRIMARY KEY (id),
  constraint functions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint functions_slug UNIQUE (project_id, slug)
);

create table invitations (
  id uuid not null default gen_random_uuid(),
  organization_id uuid not null,
  email text not null,
  role text not null,
  project_refs text[],
  token_hash bytea not null,
  invited_by text,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint invitations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_token_hash_key UNIQUE (token_hash)
);

create table memberships (
  organization_id uuid not null,
  user_id text not null,
  role text not null,
  project_refs text[],
  joined_at timestamp with time zone not null default now(),
  constraint memberships_check CHECK (((role <> 'owner'::text) OR (project_refs IS NULL))),
  constraint memberships_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint memberships_pkey PRIMARY KEY (organization_id, user_id),
  constraint memberships_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'administrator'::text, 'developer'::text, 'read_only'::text]))),
  constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table one_time_links (
  token_hash bytea not null,
  purpose text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint one_time_links_pkey PRIMARY KEY (token_hash)
);

create table operations (
  id uuid not null default gen_random_uuid(),
  project_id uuid not null,
  kind text not null,
  status text not null,
  input jsonb not null default '{}'::jsonb,
  steps jsonb not null,
  state jsonb not null default '{}'::jsonb,
  attempts integer not null default 0,
  error_message text,
  error_log text[] not null default '{}'::text[],
  requested_by text,
  cancel_requested boolean not null default false,
  claimed_by text,
  lease_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint operations_pkey PRIMARY KEY (id),
  constraint operations_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint operations_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text])))
);

create table organizations (
  id uuid not null default gen_random_uuid(),
  slug text not null,
  name text not null,
  plan text not null default 'free'::text,
  billing_email text,
  additional_billing_emails text[] not null default '{}'::text[],
  opt_in_tags text[] not null default '{}'::text[],
  created_at timestamp with time zone not null default now(),
  constraint organizations_pkey PRIMARY KEY (id),
  constraint organizations_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'pro'::text, 'team'::text, 'enterprise'::text]))),
  constraint organizations_slug_key UNIQUE (slug)
);

create table project_addons (
  project_id uuid not null,
  type text not null,
  variant text not null,
  selected_at timestamp with time zone not null default now(),
  constraint project_addons_pkey PRIMARY KEY (project_id, type),
  constraint project_addons_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

create table project_disks (
  project_id uuid not null,
  type text,
  size_gb double precision,
  iops integer,
  throughput_mbps integer,
  last_modified_at timestamp with time zone,
  growth_percent integer,
  min_increment_gb integer,
  max_size_gb integer,
  constraint project_disks_check CHECK ((((type IS NULL) = (size_gb IS NULL)) AND ((type IS NULL) = (iops IS NULL)))),
  constraint project_disks_pkey PRIMARY KEY (project_id),
  constraint project_disks_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint project_disks_size_gb_check CHECK ((size_gb > (0)::double precision)),
  constraint project_disks_type_check CHECK ((type = ANY (ARRAY['gp3'::text, 'io2'::text])))
);

create table projects (
  id uuid not null default gen_random_uuid(),
  ref text not null,
  organization_id uuid not null,
  name text not null,
  status text not null,
  cloud_provider text not null,
  region text not null,
  instance_size text not null,
  postgres_engine text not null,
  parent_project_ref text,
  db_version text,
  host text not null,
  os_uid integer not null,
  port integer not null,
  secrets bytea not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  rest_settings jsonb not null default '{}'::jsonb,
  jwt_issued_at timestamp with time zone not null default date_trunc('second'::text, now()),
  database_settings jsonb not null default '{}'::jsonb,
  constraint projects_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint projects_os_uid_key UNIQUE (os_uid),
  constraint projects_pkey PRIMARY KEY (id),
  constraint projects_ref_check CHECK ((ref ~ '^[a-z]{20}$'::text)),
  constraint projects_ref_key UNIQUE (ref)
);

create table resource_minutes (
  project_id uuid not null,
  taken_at timestamp with time zone not null,
  cpu_usage real,
  ram_usage real,
  disk_io real,
  disk_usage real,
  connections real,
  ram_bytes double precision,
  disk_bytes double precision,
  disk_read double precision,
  disk_write double precision,
  disk_iops real,
  constraint resource_minutes_pkey PRIMARY KEY (project_id, taken_at),
  constraint resource_minutes_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

create table resource_samples (
  project_id uuid not null,
  taken_at timestamp with time zone not null,
  cpu_usage real,
  ram_usage real,
  disk_io real,
  disk_usage real,
  connections real,
  ram_bytes double precision,
  disk_bytes double precision,
  disk_read double precision,
  disk_write double precision,
  disk_iops real,
  constraint resource_samples_pkey PRIMARY KEY (project_id, taken_at),
  constraint resource_samples_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

create table resource_warnings (
  project_id uuid not null,
  is_read_only boolean not null default false,
  cpu_exhaustion text,
  memory_and_swap_exhaustion text,
  disk_io_exhaustion text,
  disk_space_exhaustion text,
  updated_at timestamp with time zone not null default now(),
  constraint resource_warnings_pkey PRIMARY KEY (project_id),
  constraint resource_warnings_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

create table sessions (
  id text not null,
  token text not null,
  user_id text not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_key UNIQUE (token),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table sign_in_attempts (
  key text not null,
  failures integer not null,
  window_ends_at timestamp with time zone not null,
  constraint sign_in_attempts_pkey PRIMARY KEY (key)
);

create table snippets (
  id uuid not null,
  project_id uuid not null,
  owner_id text not null,
  name text not null,
  sql text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  type text not null default 'sql'::text,
  constraint snippets_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint snippets_pkey PRIMARY KEY (id),
  constraint snippets_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint snippets_type_check CHECK ((type = ANY (ARRAY['sql'::text, 'log_sql'::text])))
);

create table users (
  id text not null,
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint users_email_key UNIQUE (email),
  constraint users_pkey PRIMARY KEY (id)
);

create table verifications (
  id text not null,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint verifications_pkey PRIMARY KEY (id)
);

CREATE INDEX access_tokens_user_id ON public.access_tokens USING btree (user_id);
CREATE INDEX accounts_user_id ON public.accounts USING btree (user_id);
CREATE INDEX audit_log_organization_id ON public.audit_log USING btree (organization_id, id DESC);
CREATE INDEX download_links_project_id ON public.download_links USING btree (project_id);
CREATE INDEX invitations_organization_id ON public.invitations USING btree (organization_id);
CREATE INDEX memberships_user_id ON public.memberships USING btree (user_id);
CREATE INDEX operations_project_id ON public.operations USING btree (project_id, created_at DESC);
CREATE INDEX projects_host ON public.projects USING btree (host, status);
CREATE INDEX projects_organization_id ON public.projects USING btree (organization_id, name);
CREATE INDEX resource_minutes_taken_at ON public.resource_minutes USING btree (taken_at);
CREATE INDEX resource_samples_taken_at ON public.resource_samples USING btree (taken_at);
CREATE INDEX sessions_user_id ON public.sessions USING btree (user_id);
CREATE INDEX snippets_owner ON public.snippets USING btree (project_id, owner_id, updated_at DESC);
CREATE UNIQUE INDEX operations_one_live ON public.operations USING btree (project_id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
