-- What the realtime service listens to, and who may join which channel (policies on messages).
create schema realtime authorization plinth_realtime_admin;
grant usage on schema realtime to anon, authenticated, service_role, postgres;

-- the owner adds his tables to it
create publication plinth_realtime;
alter publication plinth_realtime owner to postgres;

set role plinth_realtime_admin;

create table realtime.messages (
  id uuid primary key default gen_random_uuid(),
  topic text not null,
  extension text not null,
  event text,
  payload jsonb,
  private boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index messages_inserted_at_idx on realtime.messages (inserted_at);
alter table realtime.messages enable row level security;

create function realtime.topic() returns text
  language sql stable
  as $$ select nullif(current_setting('realtime.topic', true), '') $$;
comment on function realtime.topic() is 'The channel a policy on realtime.messages is asked about.';

create function realtime.send(payload jsonb, event text, topic text, private boolean default true)
  returns void
  language sql volatile
  as $$
    insert into realtime.messages (payload, event, topic, private, extension)
    values (payload, event, topic, private, 'broadcast')
  $$;

grant all on realtime.messages to postgres with grant option;
grant select, insert on realtime.messages to anon, authenticated, service_role;

reset role;
