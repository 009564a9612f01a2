-- What a move has stumbled over, or could: owners that are kept out of their own rows, orders of columns,
-- things that are made of each other, and names that look like syntax.
create schema adv;
set search_path = adv;
create role rlsowner nologin;
grant create, usage on schema adv to rlsowner;
create role expired login password 'x' valid until '2001-01-01' connection limit 0;
create role md5er nologin;
alter role expired set default_transaction_read_only = on;
alter role expired set search_path = '';
alter database postgres set default_transaction_read_only = off;
create table forced (id int primary key, n int);
insert into forced values (1, 1), (2, 2);
create table forced_child (id int references forced, c text);
insert into forced_child values (1, 'x');
alter table forced enable row level security, force row level security;
create policy nobody on forced using (false) with check (false);
alter table forced_child enable row level security, force row level security;
create materialized view forced_view as select count(*) from forced;
alter table forced owner to rlsowner; alter table forced_child owner to rlsowner;
-- inherits, column added to the parent later
create table par (a int); create table chi (own int) inherits (par);
insert into chi values (1, 2);
-- typed tables
create type ty as (a int, b text);
create table typed of ty (primary key (a), b with options default 'q');
insert into typed values (1, 'x');
-- group by primary key
create table pk (id int primary key, v text);
create function by_pk() returns setof record language sql begin atomic select id, v, count(*) from pk group by id; end;
create view v_pk as select id, v, count(*) from pk group by id;
create materialized view mv_pk as select * from v_pk;
create view v_on_mv as select * from mv_pk;
-- cycles
create view cyc1 as select 1 as a; create view cyc2 as select * from cyc1; create or replace view cyc1 as select 2 as a;
create function cycf() returns int language sql begin atomic select a from cyc2; end;
create table defs (n int default cycf());
create function fdef(a int default cycf()) returns int language sql as 'select 1';
-- triggers on partitions
create table tp (id int, k int) partition by list (k);
create table tp1 partition of tp for values in (1); create table tp2 partition of tp for values in (2);
create function trg() returns trigger language plpgsql as 'begin return new; end';
create trigger t_all before insert on tp for each row execute function trg();
alter table tp2 disable trigger t_all;
alter table tp1 enable always trigger t_all;
comment on trigger t_all on tp is 'c';
insert into tp values (1, 1), (2, 2);
-- casts
create type mood as enum ('a', 'b');
create cast (mood as text) with inout as assignment;
create cast (ty as text) with inout;
comment on cast (ty as text) is 'cast';
create domain dm as mood default 'a';
create cast (text as mood) with inout as implicit;
-- aggregates
create aggregate agg_moving(int) (sfunc = int4pl, stype = int, msfunc = int4pl, minvfunc = int4mi, mstype = int, minitcond = '0', initcond = '0');

-- grants
create role gran nologin; create role gran2 nologin;
grant select (id) on pk to gran with grant option;
grant usage on schema adv to gran;
set role gran; grant select (id) on adv.pk to gran2; reset role;
revoke usage on schema adv from gran;
grant maintain, truncate on pk to gran;
grant usage, update on sequence auth.refresh_tokens_id_seq to gran;
create sequence "sp ace
new'line""q"; select nextval('"sp ace
new''line""q"');
grant usage on sequence "sp ace
new'line""q" to gran with grant option;
grant all on type mood to gran; revoke all on type dm from public;
create procedure pr(inout a int, b text) language sql as 'select 1'; grant execute on procedure pr to gran;
-- list partition by enum, range by collated text and by expression
create table pe (m mood) partition by list (m); create table pe1 partition of pe for values in ('b'); insert into pe values ('b');
create table pr_t (t text collate "C", n int) partition by range (t, (n + 1)); create table pr_t1 partition of pr_t for values from ('a', minvalue) to ('z', maxvalue); insert into pr_t values ('b', 1);
-- identity, sequences
create table idt (id int generated always as identity (sequence name adv.my_own_name start 5 increment 3 cycle), s serial);
alter sequence idt_s_seq owned by none;
alter sequence adv.my_own_name restart 77;
-- large objects
select lo_from_bytea(4000000000, 'x'); grant select, update on large object 4000000000 to gran with grant option; comment on large object 4000000000 is 'lo'; alter large object 4000000000 owner to gran;
-- publications by another role, with a filter
grant create on database postgres to rlsowner;
create table pubt (id int primary key, x int generated always as (1) stored); 
create publication pp for table pubt where (id > 5);
-- not valid and violated
create table viol (n int); insert into viol values (-1); alter table viol add constraint pos check (n > 0) not valid;
alter table viol add constraint nn check (n is not null) no inherit;
comment on constraint pos on viol is 'cc';
create table fkv (n int); alter table fkv add foreign key (n) references pk not valid;
-- regclass of things that come after the rows
create table regs (c regclass, p regproc, o regoper, t regtype, n regnamespace, r regrole, cf regconfig, co regcollation);
insert into regs values ('pk', 'cycf', null, 'mood', 'adv', 'gran', 'english', '"C"');
insert into regs (c) values ('mv_pk'), ('v_pk'), ('"sp ace
new''line""q"');
-- names
create role "new
line";
create function "fn
new ' $$ $_$ \"() returns text language sql as $a$ select '$$ $_$ $_1$'::text $a$;
create table "$$" ("$_$" text default '$$'); comment on table "$$" is '$_$ $$ '' \';
create type "é,(x)" as enum ('a,b', '(c)', 'd"e', ''); create table en (e "é,(x)"[], c "é,(x)" default 'a,b'); insert into en values (array['a,b','(c)','d"e','']::"é,(x)"[]);
create index "idx ; drop table x; --" on en (c) where c <> 'd"e';
comment on index "idx ; drop table x; --" is 'i';
alter table pk add column z text collate "C" default E'\\' || chr(10) || 'x', add column gen text generated always as (coalesce(z, 'x') collate "C") stored;
insert into pk (id, v) values (1, 'a');
create rule rl as on update to viol where new.n > 3 do instead (insert into viol values (new.n); select 1);
create view vr as select * from viol; create rule vr_ins as on insert to vr do instead insert into viol values (new.n) returning n;
create table excl (r int4range, exclude using gist (r with &&) where (not isempty(r)) deferrable initially deferred); insert into excl values ('[1,2)'), ('[5,8)');
alter table excl alter column r set statistics 33; alter table excl set (toast_tuple_target = 500, parallel_workers = 2);
create text search dictionary adict (template = synonym, synonyms = synonym_sample);
create function out_of_path() returns int language sql set search_path = adv as 'select count(*)::int from viol';
create table uses_path (n int check (n <> 99 or out_of_path() > 100)); insert into uses_path values (1);
create statistics st1 (mcv) on id, v from pk; alter statistics st1 set statistics 7; comment on statistics st1 is 's';
alter table pk cluster on pk_pkey;
create table tiny (n int, b bytea, big numeric) ; insert into tiny values (1, decode(repeat('00', 1000),'hex'), 'Infinity'::numeric), (2, '\x', repeat('9', 5000)::numeric);
alter default privileges for role gran in schema adv grant select on tables to gran2;
alter default privileges for role gran revoke execute on routines from public;
create unlogged table unl (n int primary key); insert into unl values (1);
alter table par add column late text collate "C" not null default 'l' check (late <> 'q');
alter table chi alter late set default 'own', add check (own > 0);
create table chi3 (g int generated always as (1) stored) inherits (par, pk); alter table par add column "later;)" numeric(7,2);
alter table chi3 no inherit pk; alter table chi3 set (fillfactor = 44, toast.autovacuum_enabled = off);
alter table chi no inherit par; alter table chi inherit par;
insert into chi (a, own) values (3, 4);
alter table viol add column x int; create unlogged table chi4 () inherits (chi); alter table chi4 add column mine int; alter table chi add column last int; insert into chi4 (own, mine, last) values (8, 9, 10);
