import { commentOn, grantsOf, inProject, nameOf } from './manifest-parts.ts'

/** Roles, the database itself, schemas, extensions, publications and large objects. */
export const DATABASE_PARTS: readonly string[] = [
  `select concat_ws(' ', 'role', quote_ident(r.rolname), r.rolsuper, r.rolinherit, r.rolcreaterole,
     r.rolcreatedb, r.rolcanlogin, r.rolreplication, r.rolbypassrls, r.rolconnlimit,
     case when r.rolsuper then '' else md5(r.rolpassword) end,
     nullif(r.rolvaliduntil, 'infinity'), d.description)
   from pg_authid r
   left join pg_shdescription d on d.objoid = r.oid and d.classoid = 'pg_authid'::regclass
   where r.rolname !~ '^pg_'`,

  `select concat_ws(' ', 'member', quote_ident(role.rolname), quote_ident(member.rolname),
     quote_ident(g.rolname), m.admin_option, m.inherit_option, m.set_option)
   from pg_auth_members m
   join pg_authid role on role.oid = m.roleid
   join pg_authid member on member.oid = m.member
   join pg_authid g on g.oid = m.grantor`,

  `select concat_ws(' ', 'setting', coalesce(b.datname, '*'), coalesce(quote_ident(r.rolname), '*'), one)
   from pg_db_role_setting s
   left join pg_database b on b.oid = s.setdatabase
   left join pg_authid r on r.oid = s.setrole, unnest(s.setconfig) one
   where s.setdatabase = 0 or b.datname = current_database()`,

  `select concat_ws(' ', 'database', b.datname, pg_get_userbyid(b.datdba), b.datconnlimit, b.datistemplate,
     b.datlocale, b.daticurules,
     b.datcollate, b.datctype, b.datlocprovider, pg_encoding_to_char(b.encoding), d.description,
     ${grantsOf('b.datacl', 'd', 'b.datdba')})
   from pg_database b
   left join pg_shdescription d on d.objoid = b.oid and d.classoid = 'pg_database'::regclass
   where b.datname = current_database()`,

  `select concat_ws(' ', 'schema', quote_ident(n.nspname), pg_get_userbyid(n.nspowner),
     ${grantsOf('n.nspacl', 'n', 'n.nspowner')}, ${commentOn('pg_namespace', 'n.oid')})
   from pg_namespace n where ${inProject('pg_namespace', 'n', 'n.oid')}`,

  // the version is the new server's own
  `select concat_ws(' ', 'extension', quote_ident(e.extname), e.extnamespace::regnamespace,
     pg_get_userbyid(e.extowner))
   from pg_extension e`,

  `select concat_ws(' ', 'default grants', quote_ident(pg_get_userbyid(a.defaclrole)),
     coalesce(quote_ident(n.nspname), '*'), a.defaclobjtype,
     ${grantsOf('a.defaclacl', 'r', 'a.defaclrole')})
   from pg_default_acl a left join pg_namespace n on n.oid = a.defaclnamespace`,

  `select concat_ws(' ', 'publication', quote_ident(p.pubname), pg_get_userbyid(p.pubowner),
     p.puballtables, p.pubinsert, p.pubupdate, p.pubdelete, p.pubtruncate, p.pubviaroot,
     ${commentOn('pg_publication', 'p.oid')})
   from pg_publication p`,

  `select concat_ws(' ', 'published', quote_ident(p.pubname), ${nameOf('pg_class', 'r.prrelid')},
     pg_get_expr(r.prqual, r.prrelid),
     (select string_agg(quote_ident(a.attname), ',' order by a.attnum) from pg_attribute a
       where a.attrelid = r.prrelid and a.attnum = any (r.prattrs::int2[])))
   from pg_publication_rel r join pg_publication p on p.oid = r.prpubid`,

  `select concat_ws(' ', 'published schema', quote_ident(p.pubname), s.pnnspid::regnamespace)
   from pg_publication_namespace s join pg_publication p on p.oid = s.pnpubid`,

  `select concat_ws(' ', 'wrapper', quote_ident(w.fdwname), ${grantsOf('w.fdwacl', 'F', 'w.fdwowner')})
   from pg_foreign_data_wrapper w`,

  `select concat_ws(' ', 'server', quote_ident(s.srvname), quote_ident(w.fdwname),
     pg_get_userbyid(s.srvowner), s.srvtype, s.srvversion, s.srvoptions,
     ${grantsOf('s.srvacl', 'S', 's.srvowner')}, ${commentOn('pg_foreign_server', 's.oid')})
   from pg_foreign_server s join pg_foreign_data_wrapper w on w.oid = s.srvfdw`,

  // a line may end in a log: of the options, a password among them, only a checksum
  `select concat_ws(' ', 'user mapping', coalesce(quote_ident(r.rolname), 'public'), quote_ident(s.srvname),
     md5(m.umoptions::text))
   from pg_user_mapping m join pg_foreign_server s on s.oid = m.umserver
   left join pg_roles r on r.oid = m.umuser`,

  `select concat_ws(' ', 'foreign table', ${nameOf('pg_class', 'f.ftrelid')}, quote_ident(s.srvname), f.ftoptions,
     (select string_agg(concat(a.attname, a.attfdwoptions), ',' order by a.attnum) from pg_attribute a
       where a.attrelid = f.ftrelid and a.attfdwoptions is not null))
   from pg_foreign_table f join pg_foreign_server s on s.oid = f.ftserver`,

  `select concat_ws(' ', 'large object', m.oid, pg_get_userbyid(m.lomowner),
     ${grantsOf('m.lomacl', 'L', 'm.lomowner')}, ${commentOn('pg_largeobject', 'm.oid')},
     (select concat(sum(length(l.data)), ' ', md5(string_agg(concat(l.pageno, md5(l.data)), ',' order by l.pageno)))
        from pg_largeobject l where l.loid = m.oid))
   from pg_largeobject_metadata m`,

  `select concat_ws(' ', 'event trigger', quote_ident(t.evtname), t.evtevent, t.evtenabled, t.evttags,
     pg_get_userbyid(t.evtowner), t.evtfoid::regprocedure, ${commentOn('pg_event_trigger', 't.oid')})
   from pg_event_trigger t`,

  `select concat_ws(' ', 'server function', p.oid::regprocedure, ${grantsOf('p.proacl', 'f', 'p.proowner')})
   from pg_proc p
   join pg_init_privs i on i.objoid = p.oid and i.classoid = 'pg_proc'::regclass
   where p.oid < 16384 and p.proacl is distinct from i.initprivs`,
]
