-- Buckets and the objects in them. The files lie elsewhere; access is decided by policies here.
create schema storage authorization plinth_storage_admin;
grant usage on schema storage to anon, authenticated, service_role, postgres;

set role plinth_storage_admin;

create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner_id text,
  public boolean not null default false,
  avif_autodetection boolean not null default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets,
  name text,
  owner uuid,
  owner_id text,
  version text,
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  last_accessed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index objects_bucket_id_name_key on storage.objects (bucket_id, name);
-- folders are listed by prefix
create index objects_name_prefix_idx on storage.objects (bucket_id, name text_pattern_ops);

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

create function storage.foldername(name text) returns text[]
  language sql immutable strict
  as $$ select (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1] $$;
comment on function storage.foldername(text) is 'The folders an object lies in, outermost first.';

create function storage.filename(name text) returns text
  language sql immutable strict
  as $$ select split_part(name, '/', -1) $$;
comment on function storage.filename(text) is 'The last part of an object''s name.';

create function storage.extension(name text) returns text
  language sql immutable strict
  as $$
    select case
      when position('.' in split_part(name, '/', -1)) = 0 then ''
      else split_part(split_part(name, '/', -1), '.', -1)
    end
  $$;
comment on function storage.extension(text) is 'What follows the last dot of an object''s name.';

grant all on all tables in schema storage to postgres with grant option;
grant select, insert, update, delete on all tables in schema storage
  to anon, authenticated, service_role;

reset role;
