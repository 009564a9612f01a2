-- Secrets at rest. The key lies in a file of the data directory that only the function below
-- reads, under a role that can do nothing else; dumps and readers of tables see sealed text.
create schema vault authorization plinth_vault;
grant usage on schema extensions to plinth_vault;
grant execute on function pg_catalog.pg_read_file(text) to plinth_vault;
grant usage on schema vault to postgres, service_role;

set role plinth_vault;

create table vault.secrets (
  id uuid primary key default gen_random_uuid(),
  name text unique,
  description text not null default '',
  secret text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column vault.secrets.secret is 'Sealed; read it through vault.decrypted_secrets.';

create function vault.seal(plain text) returns text
  language sql volatile security definer set search_path = pg_catalog, pg_temp
  as $$
    select encode(
      extensions.pgp_sym_encrypt(plain, pg_read_file('plinth-vault.key'), 'cipher-algo=aes256'::text),
      'base64'
    )
  $$;

create function vault.unseal(sealed text) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp
  as $$ select extensions.pgp_sym_decrypt(decode(sealed, 'base64'), pg_read_file('plinth-vault.key')) $$;

create view vault.decrypted_secrets with (security_barrier) as
  select id, name, description, secret, vault.unseal(secret) as decrypted_secret, created_at, updated_at
    from vault.secrets;

create function vault.create_secret(new_secret text, new_name text default null, new_description text default '')
  returns uuid
  language sql volatile security definer set search_path = pg_catalog, pg_temp
  as $$
    insert into vault.secrets (secret, name, description)
    values (vault.seal(new_secret), new_name, coalesce(new_description, ''))
    returning id
  $$;

create function vault.update_secret(
  secret_id uuid, new_secret text default null, new_name text default null, new_description text default null
) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
  as $$
    update vault.secrets
       set secret = coalesce(vault.seal(new_secret), secret),
           name = coalesce(new_name, name),
           description = coalesce(new_description, description),
           updated_at = now()
     where id = secret_id
  $$;

revoke execute on all functions in schema vault from public;
grant execute on all functions in schema vault to postgres, service_role;
grant select, delete on vault.secrets, vault.decrypted_secrets to postgres, service_role;

reset role;
