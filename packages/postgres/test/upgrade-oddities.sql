-- What is legal and rare. Each of these is one that a move could get wrong.
create schema "Dotted.Schema";
create schema odd;
create role "Quo""ted 'role'" nologin;
create role maker login createrole password 'maker-password';
grant create on database postgres to maker;
set role maker;
create role made_by_maker nologin;
create schema makers authorization maker;
create table makers.own (n int);
grant select on makers.own to made_by_maker with grant option;
reset role;
grant "Quo""ted 'role'" to made_by_maker with admin option;
grant usage on schema odd to "Quo""ted 'role'", made_by_maker;

-- names
create table odd."semi;colon -- comment /* more */" ("dollar $$ sign" int, "per%cent" text, "back\slash" text, "'" int);
insert into odd."semi;colon -- comment /* more */" values (1, '%s', '\', 2);
create table "Dotted.Schema"."Table.With.Dots" (id int primary key, "select" text);
create function odd."select"("from" int default 3, variadic "where" text[] default '{}') returns int language sql as 'select $1';
create function odd."SET SESSION AUTHORIZATION"() returns text language sql as $f$ select $q$
SET SESSION AUTHORIZATION 'plinth_admin';
--
-- Name: x; Type: TABLE; Schema: public; Owner: plinth_admin
--
$q$::text $f$;

-- functions of all kinds
create function odd.outs(a int, out b int, inout c text) language plpgsql as $$ begin b := a; end $$;
create function odd.rows_of(int) returns table (x int, y text) language sql stable parallel safe cost 7 rows 33 as 'select $1, $1::text';
create function odd.configured() returns int language plpgsql set work_mem = '7MB' set search_path = odd, "Dotted.Schema" set datestyle to 'German' as $$ begin return 1; end $$;
create function odd.windowed(int) returns int language sql window as 'select 1';
create procedure odd.commits() language plpgsql as $$ begin commit; end $$;
create aggregate odd.total(int) (sfunc = int4pl, stype = int, initcond = '0', parallel = safe, combinefunc = int4pl);
create operator odd.<<< (leftarg = int, rightarg = int, function = int4lt, negator = operator(odd.>>>), restrict = scalarltsel, join = scalarltjoinsel);
create operator odd.>>> (leftarg = int, rightarg = int, function = int4ge, negator = operator(odd.<<<));
create operator odd.!! (rightarg = int, function = int4um);

-- types in types
create domain odd.list as text[] collate "C" default '{a}' constraint short check (cardinality(value) < 9);
create type odd.inner_one as (a int, b odd.list);
create type odd.outer_one as (one odd.inner_one, many odd.inner_one[], at timestamptz);
comment on column odd.outer_one.many is 'Many';
create type odd.days as range (subtype = date, multirange_type_name = odd.many_days);
create domain odd.deep as odd.outer_one;
revoke usage on type odd.outer_one from public;
grant usage on type odd.outer_one to "Quo""ted 'role'" with grant option;

-- values
create table odd.vals (id int, v text);
insert into odd.vals values (1, '\N'), (2, '\.'), (3, E'a\r\nb\tc\\'), (4, ''), (5, null), (6, E'\x01\x7f'), (7, repeat('long', 400000)), (8, '😀 é ');
create table odd.typed (
  arr int[] default '[0:1]={1,2}', texts text[], pt point, bx box, poly polygon, ci circle, ls lseg, pth path, ln line,
  mac macaddr, mac8 macaddr8, net cidr, lsn pg_lsn, jp jsonpath, rt regtype, rp regprocedure, rn regnamespace, rr regrole,
  c "char", nm name, o oid, dt date, ts timestamp, tz timetz, iv interval, num numeric, f4 real, f8 float8, mr odd.many_days,
  outer_val odd.outer_one, deep odd.deep, js json, jb jsonb, q tsquery, b bytea, bt bit(3), snap pg_snapshot, x8 xid8
);
insert into odd.typed values (
  '[-2:-1][3:3]={{1},{2}}', array['a,b', 'c"d', null, 'NULL', '{}', '\'], '(1,2)', '(1,1),(0,0)', '((0,0),(1,1),(1,0))', '<(0,0),1.5>',
  '[(0,0),(1,1)]', '((0,0),(1,1))', '{1,2,3}', '08:00:2b:01:02:03', '08:00:2b:01:02:03:04:05', '10.1.0.0/16', '16/B374D848', '$.a[*] ? (@ > 1)',
  'odd.outer_one', 'odd.outs(int, text)', '"Dotted.Schema"', '"Quo""ted ''role''"', 'x', 'a name', 4294967295, '4714-11-24 BC', '0001-01-01 00:00:00 BC', '12:00:00+15:59',
  '-1 years 2 mons -3 days 04:05:06.789', 'NaN', 'Infinity', '-0', '{[2020-01-01,2020-02-01),[2021-01-01,)}',
  row(row(1, '{x,"y z"}'), array[row(2, null)]::odd.inner_one[], '-infinity')::odd.outer_one, null, '{"a":  1, "a": 2}', '{"b": [1e400, null]}', '''it''''s'' & b:*',
  '\x00', '101', '10:20:10,14,15', '18446744073709551615');

-- tables and what hangs on them
create table odd.cyc_a (id int primary key, b int);
create table odd.cyc_b (id int primary key, a int references odd.cyc_a deferrable);
alter table odd.cyc_a add foreign key (b) references odd.cyc_b on update cascade on delete set null (b) not valid;
insert into odd.cyc_a values (1, null);
insert into odd.cyc_b values (1, 1);
update odd.cyc_a set b = 1;
create function odd.of_row(odd.cyc_a) returns boolean language sql immutable as 'select $1.id > 0';
alter table odd.cyc_a add constraint by_row check (odd.of_row(cyc_a));
create table odd.ix (a int, b text, c text collate "C", d int4range, e int, f jsonb, unique nulls not distinct (a, b) include (e), unique (e) deferrable initially deferred);
create index on odd.ix (a desc nulls last, b text_pattern_ops) where c like 'x%' and e is not null;
create index on odd.ix using brin (e int4_minmax_multi_ops (values_per_range = 16)) with (pages_per_range = 4);
create index on odd.ix using gin (f jsonb_path_ops) with (fastupdate = off);
create index on odd.ix using hash (a);
create index by_expr on odd.ix ((a + e), lower(c));
alter index odd.by_expr alter column 1 set statistics 77;
create unique index repl on odd.cyc_b (id);
alter table odd.cyc_b replica identity using index repl;
cluster odd.cyc_a using cyc_a_pkey;
alter table odd.ix set (autovacuum_enabled = false, toast.autovacuum_enabled = false, fillfactor = 55);
alter table odd.ix alter column b set (n_distinct = 5), alter column f set compression pglz;
create statistics odd.exprs on (a + e), (lower(b)) from odd.ix;
alter statistics odd.exprs set statistics 88;
create sequence odd.shared;
create table odd.uses (a int default nextval('odd.shared'), b int default nextval('odd.shared'));
alter sequence odd.shared owned by odd.uses.b;
create unlogged sequence odd.unlogged;

-- views that a dump has to make in two parts
create view odd.grouped as select t.id, t."select", count(*) from "Dotted.Schema"."Table.With.Dots" t group by t.id;
create view odd.recursive with (security_barrier) as with recursive r (n) as (select 1 union all select n + 1 from r where n < 5) select * from r;
create materialized view odd.first as select n from odd.recursive;
create materialized view odd.second as select sum(n) from odd.first;
create view odd.updatable (renamed) as select a from odd.ix where a > 0 with cascaded check option;
alter view odd.updatable alter column renamed set default 5;
create function odd.instead() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger instead instead of insert on odd.updatable for each row execute function odd.instead('arg''s', '2');
create trigger cols after update of a, b on odd.ix for each row when (old.* is distinct from new.*) execute function odd.instead();
create trigger tables_of after update on odd.ix referencing old table as was new table as is_now for each statement execute function odd.instead();
create constraint trigger late after insert on odd.ix deferrable initially deferred for each row execute function odd.instead();
alter table odd.ix disable trigger late;
create rule logs as on insert to odd.ix do also notify "Ünïcode";
alter table odd.ix enable always rule logs;

-- comments on what few comment on
comment on constraint short on domain odd.list is 'dc';
comment on operator odd.!! (none, int) is 'op';
comment on aggregate odd.total(int) is 'agg';
comment on procedure odd.commits() is 'proc';
comment on trigger late on odd.ix is 'trg';
comment on rule logs on odd.ix is 'rule';
comment on statistics odd.exprs is 'stat';
comment on column odd.updatable.renamed is 'col';
comment on extension hstore is 'changed';
comment on publication plinth_realtime is 'pub';

-- text search
create text search dictionary odd.simple (template = simple, stopwords = english, accept = false);
create text search configuration odd.config (parser = default);
alter text search configuration odd.config add mapping for asciiword, word with odd.simple, simple;

-- defaults for what is made later
alter default privileges for role postgres in schema odd grant execute on functions to anon;
alter default privileges in schema odd revoke all on sequences from service_role;
alter default privileges grant usage on schemas to anon with grant option;
alter default privileges revoke usage on types from public;

-- lines that look like psql's own, wherever a text may hold one
create function odd.restricting() returns text language plpgsql as $f$
begin
  return '
\restrict abc
\unrestrict abc
\RESTRICT
\! touch /tmp/never
';
end $f$;
comment on function odd.restricting() is E'first\n\\restrict abc\r\n\\unrestrict\r\\restrict\u2028\\restrict x\nlast';
create table odd.restricted (n text default E'\n\\restrict abc\n' check (n <> E'a\n\\unrestrict abc\nb'), "
\restrict abc
" int);
create policy restricts on odd.restricted using (n <> E'\n\\restrict abc\n');
insert into odd.restricted values (E'x\n\\restrict abc\n\\unrestrict abc\n\\.\n', 1);
alter function odd.restricting() set search_path = 'odd
\restrict abc
';

-- as long as a name can be, and one that psql or a loader could take for its own
create table odd."eine_sehr_lange_Ünïcode_Tabelle_mit_genau_dreiundsechzig_Byte" ("none" int, "public" int, "current_user" int, ":name" int, "\." text);
insert into odd."eine_sehr_lange_Ünïcode_Tabelle_mit_genau_dreiundsechzig_Byte" values (1, 2, 3, 4, E'\\.');
create role "current_user" nologin;
grant usage on schema odd to "current_user";
create trigger replicated after insert on odd.ix for each row execute function odd.instead();
alter table odd.ix enable replica trigger replicated;
create trigger always_on before insert on odd.ix for each row execute function odd.instead();
alter table odd.ix enable always trigger always_on;
create table odd.only_computed (n int generated always as (1) stored);
insert into odd.only_computed default values;
create table odd.no_rights (n int);
insert into odd.no_rights values (1);
revoke all on odd.no_rights from postgres;

-- how values are written and names are quoted, where nobody says otherwise
alter database postgres set client_encoding = 'latin1';
alter database postgres set quote_all_identifiers = on;
alter database postgres set bytea_output = 'escape';
alter database postgres set extra_float_digits = -3;
alter database postgres set intervalstyle = 'sql_standard';
alter database postgres set datestyle = 'German';

-- which partition a row lies in is another one where an enum's values have other numbers
create table odd.by_mood (id int generated always as identity, mood app.mood, twice int generated always as (2) stored, "of" odd.list) partition by hash (mood);
create table odd.by_mood_0 ("of" odd.list, twice int generated always as (2) stored, mood app.mood, id int not null);
alter table odd.by_mood attach partition odd.by_mood_0 for values with (modulus 3, remainder 0);
create table odd.by_mood_1 partition of odd.by_mood for values with (modulus 3, remainder 1);
create table odd.by_mood_2 partition of odd.by_mood for values with (modulus 3, remainder 2) partition by range (id);
create table odd.by_mood_2_rest partition of odd.by_mood_2 default;
insert into odd.by_mood (mood, "of") select m, array[E'a\nb\\', n::text] from unnest(enum_range(null::app.mood)) m, generate_series(1, 30) n;
insert into odd.by_mood (mood) values (null);
create table odd.by_list (k int, m app.mood[]) partition by list (k);
create table odd.by_list_1 partition of odd.by_list for values in (1) partition by hash (m);
create table odd.by_list_1_0 partition of odd.by_list_1 for values with (modulus 2, remainder 0);
create table odd.by_list_1_1 partition of odd.by_list_1 for values with (modulus 2, remainder 1);
create table odd.by_list_rest partition of odd.by_list default;
insert into odd.by_list select n % 2, array['sad', 'ok']::app.mood[] from generate_series(1, 9) n;

-- what can be moved as it lies in memory, to its edges
create domain odd.short_text as varchar(9) default 'd' check (value <> 'never');
create table odd.plain (
  b bool, by bytea, c "char", nm name, i8 int8, i2 int2, i4 int4, t text, o oid, js json, jb jsonb, f4 float4, f8 float8,
  m money, ch char(5), vc varchar(7), d date, ti time(3), tz timetz, ts timestamp, tstz timestamptz(2), iv interval day to second(2),
  nu numeric, nu2 numeric(10, 3), u uuid, ip inet, ci cidr, ma macaddr, bi bit(3), vb varbit, e app.mood, dom odd.short_text,
  ti_a time[], nu_a numeric[], t_a text[], jb_a jsonb[], by_a bytea[], b_a bool[], dropped int, gen int generated always as (i4 / 2) stored
);
alter table odd.plain drop column dropped;
insert into odd.plain (i4) values (0);
insert into odd.plain values (
  true, '\x00ff0a5c', 'é', 'a name', -9223372036854775808, -32768, -2147483648, E'\\N\n\t\\.', 4294967295, '{"a":  1, "a": 2}', '{"b": [1e400, null, "\u00e9"]}',
  'NaN', '-Infinity', '-92233720368547758.08', 'é', 'ünïcode', '4714-11-24 BC', '24:00', '12:00:00+15:59', '294276-12-31 23:59:59.999999', '-infinity',
  '-3 days 04:05:06.78', 'NaN', '-9999999.999', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '::ffff:1.2.3.4/100', '10.1.0.0/16', '08:00:2b:01:02:03', '101', '', 'it''s "fine"', 'é',
  '[-2:-1][3:3]={{1:00},{2:00}}', array['Infinity', '-0.0000', '1e1000', null]::numeric[], '{}', '{"{\"a\": 1}", null}', '{"\\x", "\\x00"}', '{}');
insert into odd.plain (i4, t, nu, f8, f4, d, ts, iv) values (1, '', repeat('9', 3000)::numeric, '-0', '1e-45', 'infinity', '4714-11-24 00:00:00 BC', null);
