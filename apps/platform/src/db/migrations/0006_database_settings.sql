-- Who may connect to a project's database and how many at once; what it leaves out is as for a new one.
alter table projects add column database_settings jsonb not null default '{}';

-- Who vouches for the databases of this installation. One row; its key is sealed.
create table certificate_authority (
  id boolean primary key default true check (id),
  certificate text not null,
  key bytea not null,
  created_at timestamptz not null default now()
);
