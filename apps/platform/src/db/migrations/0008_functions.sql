-- Edge functions: what is deployed, and its files. Processes and folders are made from these rows.
create table functions (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  slug text not null,
  name text not null,
  -- counts deployments
  version int not null default 1,
  verify_jwt boolean not null,
  entrypoint_path text not null,
  import_map boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint functions_slug unique (project_id, slug)
);

create table function_files (
  function_id uuid not null references functions on delete cascade,
  path text not null,
  content bytea not null,
  primary key (function_id, path)
);

-- What a project's functions find in their environment. The texts are sealed.
create table function_secrets (
  project_id uuid not null references projects on delete cascade,
  name text not null,
  sealed bytea not null,
  -- tells whether a text was changed; keyed, so that nobody can try texts against it
  digest text not null,
  updated_at timestamptz not null default now(),
  primary key (project_id, name)
);
