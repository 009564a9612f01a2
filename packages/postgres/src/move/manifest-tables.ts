import { commentOn, grantsOf, inProject, nameOf } from './manifest-parts.ts'

const NAME = nameOf('pg_class', 'c.oid')
const PROJECT = inProject('pg_class', 'c', 'c.relnamespace')

/** Tables, views, sequences and their parts. */
export const TABLE_PARTS: readonly string[] = [
  // a view's text is left out: each version writes it in a way of its own
  `select concat_ws(' ', 'relation', ${NAME}, c.relkind, c.relpersistence,
     pg_get_userbyid(c.relowner),
     ${grantsOf('c.relacl', 'r', 'c.relowner')}, ${commentOn('pg_class', 'c.oid')},
     c.relrowsecurity, c.relforcerowsecurity, c.relreplident, c.reloptions, c.relispopulated,
     pg_get_partkeydef(c.oid), pg_get_expr(c.relpartbound, c.oid), a.amname,
     (select string_agg(${nameOf('pg_class', 'i.inhparent')}, ',' order by i.inhseqno)
        from pg_inherits i where i.inhrelid = c.oid),
     (select concat_ws(' ', s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmax, s.seqmin,
             s.seqcache, s.seqcycle) from pg_sequence s where s.seqrelid = c.oid))
   from pg_class c left join pg_am a on a.oid = c.relam
   where c.relkind in ('r', 'p', 'v', 'm', 'c', 'S', 'f') and c.relpersistence <> 't' and ${PROJECT}`,

  `select concat_ws(' ', 'column', ${NAME}, quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
     a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated,
     nullif(a.attcollation, 0)::regcollation, a.attstorage, a.attcompression,
     nullif(a.attstattarget, -1), a.attoptions, a.attislocal,
     (select count(*) from pg_attribute b where b.attrelid = a.attrelid and b.attnum > 0
        and b.attnum <= a.attnum and not b.attisdropped),
     case when a.attacl is not null then ${grantsOf('a.attacl', 'c', 'c.relowner')} end,
     ${commentOn('pg_class', 'c.oid', 'a.attnum')})
   from pg_attribute a
   join pg_class c on c.oid = a.attrelid
   left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm', 'c', 'f')
     and c.relpersistence <> 't' and ${PROJECT}`,

  // Since 18 a column that is not null has a constraint as well. What a foreign key comes to for each
  // partition follows from the key, under names that each version finds in a way of its own.
  `select concat_ws(' ', 'constraint', coalesce(${NAME}, format_type(nullif(k.contypid, 0), null)),
     quote_ident(k.conname), pg_get_constraintdef(k.oid), k.convalidated, k.condeferrable,
     k.condeferred, k.conislocal, ${commentOn('pg_constraint', 'k.oid')})
   from pg_constraint k left join pg_class c on c.oid = k.conrelid
   where ${inProject('pg_constraint', 'k', 'k.connamespace')} and k.contype not in ('n', 't')
     and (k.contype <> 'f' or k.conparentid = 0)`,

  `select concat_ws(' ', 'index', ${NAME}, pg_get_indexdef(i.indexrelid), i.indisvalid, i.indisclustered,
     i.indisreplident, i.indisunique, i.indisprimary, ${commentOn('pg_class', 'c.oid')})
   from pg_index i join pg_class c on c.oid = i.indexrelid
   where (i.indisvalid or c.relkind = 'I') and ${PROJECT}`,

  `select concat_ws(' ', 'trigger', ${NAME}, pg_get_triggerdef(t.oid), t.tgenabled,
     ${commentOn('pg_trigger', 't.oid')})
   from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and ${PROJECT}`,

  `select concat_ws(' ', 'policy', ${NAME}, quote_ident(p.polname), p.polcmd, p.polpermissive,
     pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid),
     (select string_agg(coalesce(r.rolname, 'public'), ',' order by r.rolname)
        from unnest(p.polroles) o left join pg_authid r on r.oid = o),
     ${commentOn('pg_policy', 'p.oid')})
   from pg_policy p join pg_class c on c.oid = p.polrelid where ${PROJECT}`,

  `select concat_ws(' ', 'rule', ${NAME}, quote_ident(r.rulename), r.ev_type, r.ev_enabled, r.is_instead,
     ${commentOn('pg_rewrite', 'r.oid')})
   from pg_rewrite r join pg_class c on c.oid = r.ev_class where ${PROJECT}`,

  `select concat_ws(' ', 'owned by', ${NAME}, d.deptype,
     (select i.identity from pg_identify_object(d.refclassid, d.refobjid, d.refobjsubid) i))
   from pg_class c join pg_depend d on d.objid = c.oid and d.classid = 'pg_class'::regclass
   where c.relkind = 'S' and d.deptype in ('a', 'i') and d.refobjsubid > 0 and ${PROJECT}`,
]
