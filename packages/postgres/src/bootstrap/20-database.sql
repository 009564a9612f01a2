-- The project's database is its owner's, and with it the schema public.
alter database postgres owner to postgres;
alter database postgres set search_path = "$user", public, extensions;
-- nothing of a tenant may end up in databases made later by us
revoke connect on database template1 from public;

grant usage on schema public to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on sequences to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on functions to anon, authenticated, service_role;

-- made before the tenant may create here, so that nothing of his is in the way
create schema extensions;
create extension pgcrypto with schema extensions;
create extension "uuid-ossp" with schema extensions;
create extension pg_stat_statements with schema extensions;
grant usage on schema extensions to public;
grant create on schema extensions to postgres;
