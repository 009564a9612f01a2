-- How the platform works as the owner without knowing his password: a login that turns into
-- `postgres` at once and has no right of its own to fall back to.
create role plinth_editor login noinherit connection limit 30;
grant postgres to plinth_editor with inherit false, set true;
alter role plinth_editor set role = 'postgres';
-- its sessions start from its own settings, not from those of the role it turns into
alter role plinth_editor set createrole_self_grant = 'set, inherit';
