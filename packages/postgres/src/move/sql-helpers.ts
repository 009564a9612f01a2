/** How values are written and read, and that nothing on the way is in the way. */
export const SESSION = `set statement_timeout = 0;
set lock_timeout = 0;
set idle_in_transaction_session_timeout = 0;
set transaction_timeout = 0;
set client_encoding = 'UTF8';
set standard_conforming_strings = on;
set check_function_bodies = off;
set client_min_messages = warning;
set row_security = off;
set xmloption = content;
set datestyle = 'ISO, MDY';
set intervalstyle = 'postgres';
set lc_monetary = 'C';
set array_nulls = on;
set default_tablespace = '';
set default_table_access_method = heap;
-- a role that is made here is its maker's to use at once
set createrole_self_grant = 'set, inherit';
select pg_catalog.set_config('search_path', '', false),
  pg_catalog.set_config('plinth.in_project', (pg_catalog.to_regclass('auth.users') is not null)::text, false);

`

/**
 * What the rest of the file calls. They last as long as the session. In a new project what the
 * platform made is there already, and is not its owner's to make again: only that may be refused.
 */
export const HELPERS = String.raw`-- what a project begins with: made on a server of one's own, found in a project
create procedure pg_temp.plinth_framework(statement text) language plpgsql as $plinth$
begin
  -- a grant of the platform's, which would become one of who loads this
  if current_setting('plinth.in_project') = 'true' and statement ~ '^(GRANT|REVOKE) '
    and statement !~ ' ON FUNCTION (storage|realtime)[.]' then return; end if;
  execute statement;
exception when others then
  if current_setting('plinth.in_project') <> 'true' then raise; end if;
  if sqlstate not in ('42P06', '42P07', '42P16', '42501', '42701', '42710', '42723') then
    raise warning 'left as the project has it, %: %', sqlerrm, statement;
  end if;
end $plinth$;

-- what only a new project needs
create procedure pg_temp.plinth_addition(statement text) language plpgsql as $plinth$
begin
  if current_setting('plinth.in_project') = 'true' then execute statement; end if;
exception when duplicate_object then null;
end $plinth$;

-- what may fail without harm to the rest
create procedure pg_temp.plinth_attempt(statement text) language plpgsql as $plinth$
begin
  execute statement;
exception when others then
  raise warning 'not done, %: %', sqlerrm, statement;
end $plinth$;

create procedure pg_temp.plinth_role(name text, attributes text) language plpgsql as $plinth$
begin
  if not exists (select from pg_catalog.pg_roles r where r.rolname = name) then
    execute pg_catalog.format('create role %I %s', name, attributes);
  end if;
end $plinth$;

create procedure pg_temp.plinth_member(role text, member text, grantor text, admins boolean, inherits boolean, sets boolean) language plpgsql as $plinth$
declare
  said text := pg_catalog.format('grant %I to %I with admin %s, inherit %s, set %s', role, member, admins::text, inherits::text, sets::text);
begin
  if exists (
    select from pg_catalog.pg_auth_members m
     where m.roleid = pg_catalog.to_regrole(pg_catalog.quote_ident(role))
       and m.member = pg_catalog.to_regrole(pg_catalog.quote_ident(plinth_member.member))
       and (m.admin_option, m.inherit_option, m.set_option) = (admins, inherits, sets)
  ) then return; end if;
  execute pg_catalog.format('%s granted by %I', said, grantor);
exception when others then
  begin
    -- who makes a role is its first member
    if member <> current_user then execute said; end if;
  exception when others then
    raise warning '% is not a member of %: %', member, role, sqlerrm;
  end;
end $plinth$;

-- granted by somebody who was granted it
create procedure pg_temp.plinth_grant(grantor text, statement text) language plpgsql as $plinth$
declare
  was text := current_setting('role');
begin
  perform pg_catalog.set_config('role', grantor, true);
  execute statement;
  perform pg_catalog.set_config('role', was, true);
exception when others then
  execute statement;
end $plinth$;

create procedure pg_temp.plinth_setting(role text, is_here boolean, name text, value text) language plpgsql as $plinth$
declare
  is_list boolean := name in ('search_path', 'temp_tablespaces', 'local_preload_libraries', 'session_preload_libraries');
  was text := current_setting(name, true);
  database text := pg_catalog.format('database %I', current_database());
  target text := case when role is null then database
    else pg_catalog.format('role %I', role) || case when is_here then ' in ' || database else '' end end;
  parameter text := (select pg_catalog.string_agg(pg_catalog.quote_ident(part), '.')
    from pg_catalog.unnest(pg_catalog.string_to_array(name, '.')) part);
begin
  if is_list then
    perform pg_catalog.set_config(name, value, true);
    execute pg_catalog.format('alter %s set %s from current', target, parameter);
    perform pg_catalog.set_config(name, was, true);
  else
    execute pg_catalog.format('alter %s set %s = %L', target, parameter, value);
  end if;
exception when others then
  if current_setting('plinth.in_project') <> 'true' or role is null or role not like 'plinth\_%' and role <> 'authenticator' then
    raise warning 'the setting % of % is not made: %', name, target, sqlerrm;
  end if;
end $plinth$;

create procedure pg_temp.plinth_database(before text, after text) language plpgsql as $plinth$
begin
  execute before || pg_catalog.quote_ident(current_database()) || after;
end $plinth$;

create procedure pg_temp.plinth_sequence(name text, value int8, is_called boolean) language plpgsql as $plinth$
begin
  perform pg_catalog.setval(name::pg_catalog.regclass, value, is_called);
exception when insufficient_privilege then
  -- one of the platform's own, which its owner may only use
  while is_called and pg_catalog.nextval(name::pg_catalog.regclass) < value loop end loop;
end $plinth$;

create procedure pg_temp.plinth_large_object(id oid) language plpgsql as $plinth$
begin
  perform pg_catalog.lo_create(id);
end $plinth$;

create procedure pg_temp.plinth_large_object(id oid, at int8, bytes bytea) language plpgsql as $plinth$
begin
  perform pg_catalog.lo_put(id, at, bytes);
end $plinth$;

`

/**
 * What a new project sets and grants by itself, and what is loaded may have taken away since. Without
 * this its tables would be open to more roles than they were.
 */
export const CLEARED = `-- nothing is set or granted but what the end of the file says
call pg_temp.plinth_addition('alter role anon reset all');
call pg_temp.plinth_addition('alter role authenticated reset all');
call pg_temp.plinth_addition('alter role service_role reset all');
call pg_temp.plinth_addition('alter role postgres reset all');
call pg_temp.plinth_addition('do $$ begin execute pg_catalog.format(''alter database %I reset all'', current_database()); end $$');
call pg_temp.plinth_attempt('revoke all on schema public from anon, authenticated, service_role');
call pg_temp.plinth_attempt('alter default privileges for role postgres in schema public revoke all on tables from anon, authenticated, service_role');
call pg_temp.plinth_attempt('alter default privileges for role postgres in schema public revoke all on sequences from anon, authenticated, service_role');
call pg_temp.plinth_attempt('alter default privileges for role postgres in schema public revoke all on functions from anon, authenticated, service_role');

`
