-- The roles of a project. None is a superuser; the one there is stays the platform's.
-- Passwords are set per project, so no login role can log in before that.

-- the owner's role: may make databases, roles and everything in them, but nothing outside
create role postgres login createdb createrole bypassrls noreplication;

-- what a request runs as, by the key or token it carries
create role anon nologin;
create role authenticated nologin;
create role service_role nologin bypassrls;

-- the REST API's login: no rights of its own, it only changes into one of the three
create role authenticator login noinherit connection limit 100;
grant anon, authenticated, service_role to authenticator;

-- owners test their policies by `set role`, and hand these roles on to roles of their own
grant anon, authenticated, service_role to postgres with admin option;

-- The services' roles own what they write to: a tenant may put a trigger on such a table, and it
-- runs with the rights of whoever writes. That must never be the superuser.
create role plinth_auth_admin login noinherit connection limit 20;
create role plinth_storage_admin login noinherit connection limit 20;
create role plinth_realtime_admin login noinherit connection limit 10;
grant anon, authenticated, service_role to plinth_storage_admin, plinth_realtime_admin;
-- policies on a table are its owner's to make
grant plinth_storage_admin, plinth_realtime_admin to postgres with inherit true, set false;

-- holds the vault's key function, and nothing else
create role plinth_vault nologin;

-- read-only members and the assistant
create role plinth_read_only login bypassrls connection limit 10;
grant pg_read_all_data to plinth_read_only;
alter role plinth_read_only set default_transaction_read_only = on;
alter role plinth_read_only set statement_timeout = '60s';

-- metrics, advisors and introspection
create role plinth_monitor login connection limit 10;
grant pg_monitor, pg_use_reserved_connections to plinth_monitor;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
-- roles that an owner makes are his to use at once
alter role postgres set createrole_self_grant = 'set, inherit';
