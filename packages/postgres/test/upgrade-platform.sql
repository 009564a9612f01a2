-- What an owner does with the tables that the platform has made in his project.
alter table storage.objects add column tag text default 'x' not null;
alter table storage.objects add constraint short_tag check (length(tag) < 50);
create index tagged on storage.objects (tag);
create table storage.mine (n int);
insert into storage.mine values (1);
insert into storage.buckets (id, name) values ('b', 'b');
insert into storage.objects (bucket_id, name, tag) values ('b', 'f', 't');
create function public.hook() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger hooked before insert on auth.users for each row execute function public.hook();
create trigger hooked before insert on storage.objects for each row execute function public.hook();
comment on trigger hooked on storage.objects is 'c';
create policy tagged on storage.objects for select using (tag = 'x');
comment on policy tagged on storage.objects is 'p';
create policy heard on realtime.messages for select using (true);
grant select on auth.users to anon;
drop publication plinth_realtime;
revoke all on function storage.foldername(text) from public;
create role low login;
create role lower login in role low;
grant select on all tables in schema storage to low;
alter role anon set statement_timeout = '77s';
alter role authenticated reset all;
alter role service_role set search_path = a, b;
alter database postgres reset all;
alter database postgres connection limit 50;
comment on table storage.buckets is 'mine';
create table public.refs (id uuid references auth.users, o uuid references storage.objects);
alter default privileges in schema storage grant select on tables to low;

-- rows that refer to each other by keys that a new project has before them
insert into auth.users (email) values ('x@y.z');
insert into auth.sessions (user_id) select id from auth.users;
insert into auth.refresh_tokens (token, session_id, user_id)
  select repeat('t', 500) || n, s.id, s.user_id from auth.sessions s, generate_series(1, 50) n;
