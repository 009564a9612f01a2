import type pg from 'pg'
import { called } from './portable-dump.ts'
import { texts } from './sessions.ts'

const OURS = `r.rolname !~ '^pg_' and not r.rolsuper`

/** Statements that make the roles, as far as they are not there; without their passwords. */
export async function makingRoles(admin: pg.ClientBase): Promise<string[]> {
  const { rows } = await admin.query<{ name: string; attributes: string }>(
    `select r.rolname as name, concat_ws(' ',
       case when r.rolcanlogin then 'login' else 'nologin' end,
       case when r.rolinherit then 'inherit' else 'noinherit' end,
       case when r.rolcreaterole then 'createrole' else 'nocreaterole' end,
       case when r.rolcreatedb then 'createdb' else 'nocreatedb' end,
       case when r.rolbypassrls then 'bypassrls' else 'nobypassrls' end,
       'connection limit ' || r.rolconnlimit,
       'valid until ' || quote_literal(nullif(r.rolvaliduntil, 'infinity'))) as attributes
     from pg_roles r where ${OURS} order by r.rolname`,
  )
  return rows.map(({ name, attributes }) => called('role', name, attributes))
}

type Member = {
  readonly role: string
  readonly member: string
  readonly grantor: string
  readonly admins: boolean
  readonly inherits: boolean
  readonly sets: boolean
}
type Setting = { role: string | null; isHere: boolean; name: string; value: string }

/** Statements for who is a member of whom, for comments on roles, and for settings of roles and of the database. */
export async function aboutRoles(admin: pg.ClientBase): Promise<string[]> {
  const members = await admin.query<Member>(
    `select role.rolname as role, member.rolname as member, g.rolname as grantor,
            m.admin_option as admins, m.inherit_option as inherits, m.set_option as sets
       from pg_auth_members m
       join pg_roles role on role.oid = m.roleid
       join pg_roles member on member.oid = m.member
       join pg_roles g on g.oid = m.grantor
      where m.oid >= 16384 order by m.oid`,
  )
  const settings = await admin.query<Setting>(
    `select r.rolname as role, s.setdatabase <> 0 as "isHere",
            split_part(one, '=', 1) as name, substr(one, strpos(one, '=') + 1) as value
       from pg_db_role_setting s
       left join pg_roles r on r.oid = s.setrole
       left join pg_database b on b.oid = s.setdatabase, unnest(s.setconfig) one
      where (s.setdatabase = 0 or b.datname = current_database()) and r.rolsuper is not true
      order by 1, 2, 3`,
  )
  const comments = await texts(
    admin,
    `select format('comment on role %I is %L', r.rolname, d.description)
       from pg_shdescription d
       join pg_roles r on r.oid = d.objoid and d.classoid = 'pg_authid'::regclass
      where ${OURS} order by 1`,
  )
  return [
    ...members.rows.map(({ role, member, grantor, admins, inherits, sets }) =>
      called('member', role, member, grantor, admins, inherits, sets),
    ),
    ...comments.map((comment) => called('attempt', comment)),
    ...settings.rows.map((one) => called('setting', one.role, one.isHere, one.name, one.value)),
  ]
}

/** Statements for the database itself, whatever it is called where they are run. */
export async function aboutDatabase(admin: pg.ClientBase): Promise<string[]> {
  const { rows } = await admin.query<{ before: string; after: string }>(
    `with here as (select b.* from pg_database b where b.datname = current_database())
     select 'revoke all on database ' as before, ' from public' as after from here where datacl is not null
     union all
     select format('grant %s on database ', a.privilege_type),
            format(' to %s%s', coalesce(quote_ident(r.rolname), 'public'),
                   case when a.is_grantable then ' with grant option' else '' end)
       from here, aclexplode(datacl) a left join pg_roles r on r.oid = a.grantee
     union all
     select 'alter database ', ' connection limit ' || datconnlimit from here where datconnlimit <> -1
     union all
     select 'comment on database ', format(' is %L', d.description)
       from here join pg_shdescription d on d.objoid = here.oid
         and d.classoid = 'pg_database'::regclass`,
  )
  return rows.map(({ before, after }) => called('database', before, after))
}
