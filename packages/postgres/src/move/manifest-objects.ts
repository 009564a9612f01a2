import { commentOn, grantsOf, inProject, nameOf } from './manifest-parts.ts'

/** Types, functions, operators and whatever else is not a table or part of one. */
export const OBJECT_PARTS: readonly string[] = [
  // of the types that come with tables and with other types only what can be set on them counts
  `select concat_ws(' ', 'type', format_type(t.oid, null), t.typtype, pg_get_userbyid(t.typowner),
     ${grantsOf('t.typacl', 'T', 't.typowner')}, ${commentOn('pg_type', 't.oid')},
     format_type(nullif(t.typbasetype, 0), t.typtypmod), t.typnotnull,
     -- the text beside it is as somebody once wrote it
     coalesce(pg_get_expr(t.typdefaultbin, 0), t.typdefault),
     nullif(t.typcollation, 0)::regcollation,
     (select string_agg(quote_literal(e.enumlabel), ',' order by e.enumsortorder)
        from pg_enum e where e.enumtypid = t.oid),
     (select concat_ws(' ', format_type(r.rngsubtype, null), format_type(r.rngmultitypid, null),
             o.opcname, nullif(r.rngcollation, 0)::regcollation, r.rngcanonical, r.rngsubdiff)
        from pg_range r join pg_opclass o on o.oid = r.rngsubopc where r.rngtypid = t.oid))
   from pg_type t
   where ${inProject('pg_type', 't', 't.typnamespace')} and t.typelem = 0`,

  `select concat_ws(' ', 'function', p.oid::regprocedure, p.prokind, pg_get_userbyid(p.proowner),
     ${grantsOf('p.proacl', 'f', 'p.proowner')}, ${commentOn('pg_proc', 'p.oid')},
     l.lanname, p.provolatile, p.proparallel, p.prosecdef, p.proleakproof, p.proisstrict,
     p.procost, p.prorows, p.proconfig, pg_get_function_arguments(p.oid),
     pg_get_function_result(p.oid), md5(p.prosrc),
     (select concat_ws(' ', a.aggkind, a.aggtransfn, a.aggfinalfn, a.aggcombinefn, a.agginitval,
             a.aggtranstype::regtype, a.aggsortop::regoperator)
        from pg_aggregate a where a.aggfnoid = p.oid))
   from pg_proc p join pg_language l on l.oid = p.prolang
   where ${inProject('pg_proc', 'p', 'p.pronamespace')}`,

  `select concat_ws(' ', 'operator', o.oid::regoperator, pg_get_userbyid(o.oprowner), o.oprcode,
     o.oprresult::regtype, o.oprcom::regoperator, o.oprnegate::regoperator, o.oprrest, o.oprjoin,
     o.oprcanmerge, o.oprcanhash, ${commentOn('pg_operator', 'o.oid')})
   from pg_operator o where ${inProject('pg_operator', 'o', 'o.oprnamespace')}`,

  `select concat_ws(' ', 'cast', format_type(c.castsource, null), format_type(c.casttarget, null),
     nullif(c.castfunc, 0)::regprocedure, c.castcontext, c.castmethod, ${commentOn('pg_cast', 'c.oid')})
   from pg_cast c
   where c.oid >= 16384 and not exists (select from pg_depend e
     where e.classid = 'pg_cast'::regclass and e.objid = c.oid and e.deptype = 'e')`,

  `select concat_ws(' ', 'collation', c.oid::regcollation, pg_get_userbyid(c.collowner),
     c.collprovider, c.collisdeterministic, c.collcollate, c.collctype, c.colllocale,
     ${commentOn('pg_collation', 'c.oid')})
   from pg_collation c where ${inProject('pg_collation', 'c', 'c.collnamespace')}`,

  `select concat_ws(' ', 'text search', c.oid::regconfig, pg_get_userbyid(c.cfgowner),
     (select string_agg(concat(m.maptokentype, ' ', m.mapseqno, ' ', m.mapdict::regdictionary), ','
             order by m.maptokentype, m.mapseqno) from pg_ts_config_map m where m.mapcfg = c.oid),
     ${commentOn('pg_ts_config', 'c.oid')})
   from pg_ts_config c where ${inProject('pg_ts_config', 'c', 'c.cfgnamespace')}`,

  `select concat_ws(' ', 'dictionary', d.oid::regdictionary, pg_get_userbyid(d.dictowner),
     d.dictinitoption, ${commentOn('pg_ts_dict', 'd.oid')})
   from pg_ts_dict d where ${inProject('pg_ts_dict', 'd', 'd.dictnamespace')}`,

  `select concat_ws(' ', 'statistics', ${nameOf('pg_statistic_ext', 's.oid')},
     pg_get_userbyid(s.stxowner), pg_get_statisticsobjdef(s.oid), s.stxstattarget,
     ${commentOn('pg_statistic_ext', 's.oid')})
   from pg_statistic_ext s where ${inProject('pg_statistic_ext', 's', 's.stxnamespace')}`,

  `select concat_ws(' ', 'conversion', ${nameOf('pg_conversion', 'c.oid')}, pg_get_userbyid(c.conowner))
   from pg_conversion c where ${inProject('pg_conversion', 'c', 'c.connamespace')}`,
]
