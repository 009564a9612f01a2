// pieces that the parts of a manifest have in common

/** True for what is in a schema of the project's, rather than the server's or an extension's own. */
export const inProject = (catalogue: string, alias: string, schema: string): string =>
  `${schema} not in (select s.oid from pg_namespace s
     where s.nspname ~ '^pg_' or s.nspname = 'information_schema')
   and not exists (select from pg_depend member where member.classid = '${catalogue}'::regclass
     and member.objid = ${alias}.oid and member.deptype = 'e')`

/** Who may do what, whoever granted it; a default is as good as what it stands for. */
export const grantsOf = (acl: string, kind: string, owner: string): string =>
  `(select coalesce(string_agg(g.one, ',' order by g.one), '') from (
     select concat(coalesce(r.rolname, 'public'), '=', a.privilege_type,
                   case when a.is_grantable then '*' end) as one
       from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) a
       left join pg_authid r on r.oid = a.grantee) g)`

export const commentOn = (catalogue: string, oid: string, column = '0'): string =>
  `(select said.description from pg_description said
     where said.classoid = '${catalogue}'::regclass and said.objoid = ${oid}
       and said.objsubid = ${column})`

/** The name that identifies an object, with its schema. */
export const nameOf = (catalogue: string, oid: string): string =>
  `(select i.identity from pg_identify_object('${catalogue}'::regclass, ${oid}, 0) i)`
