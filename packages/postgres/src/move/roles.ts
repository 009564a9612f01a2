import pg from 'pg'
import { scramVerifier } from '#postgres/connection/password.ts'
import { runAll, texts } from './sessions.ts'

// `^pg_` are the server's own; the superuser there is in every cluster of ours
const OURS = `r.rolname !~ '^pg_' and not r.rolsuper`

/**
 * Makes the roles with what they may do. Until `finishRoles` each of them can log in with one
 * password, so that what it owns can be made by it; nobody else reaches the server meanwhile.
 */
export async function makeRoles(
  source: pg.ClientBase,
  target: pg.ClientBase,
  password: string,
): Promise<void> {
  const verifier = pg.escapeLiteral(await scramVerifier(password))
  const roles = await texts(
    source,
    `select format('create role %I login %s %s %s %s %s', r.rolname,
       case when r.rolinherit then 'inherit' else 'noinherit' end,
       case when r.rolcreaterole then 'createrole' else 'nocreaterole' end,
       case when r.rolcreatedb then 'createdb' else 'nocreatedb' end,
       case when r.rolreplication then 'replication' else 'noreplication' end,
       case when r.rolbypassrls then 'bypassrls' else 'nobypassrls' end)
     from pg_authid r where ${OURS} order by r.rolname`,
  )
  await runAll(
    target,
    roles.map((role) => `${role} password ${verifier}`),
  )
  await makeMemberships(source, target)
}

/** Who grants needs the right to first, so those that fail are tried again after others. */
async function makeMemberships(source: pg.ClientBase, target: pg.ClientBase): Promise<void> {
  let left = await texts(
    source,
    `select format('grant %I to %I with admin %s, inherit %s, set %s granted by %I',
       role.rolname, member.rolname, m.admin_option::text, m.inherit_option::text, m.set_option::text,
       grantor.rolname)
     from pg_auth_members m
     join pg_roles role on role.oid = m.roleid
     join pg_roles member on member.oid = m.member
     join pg_roles grantor on grantor.oid = m.grantor
     where m.oid >= 16384
     order by grantor.rolsuper desc, m.oid`,
  )
  while (left.length > 0) {
    const failed: string[] = []
    let reason: unknown
    for (const grant of left) {
      await target.query(grant).catch((error: unknown) => {
        reason = error
        failed.push(grant)
      })
    }
    if (failed.length === left.length) throw reason
    left = failed
  }
}

/** Gives the roles the passwords, limits and settings they really have. */
export async function finishRoles(source: pg.ClientBase, target: pg.ClientBase): Promise<void> {
  const roles = await texts(
    source,
    `select format('alter role %I %s connection limit %s password %s valid until %L', r.rolname,
       case when r.rolcanlogin then 'login' else 'nologin' end, r.rolconnlimit,
       coalesce(quote_literal(r.rolpassword), 'null'), coalesce(r.rolvaliduntil, 'infinity'))
     from pg_authid r where ${OURS}`,
  )
  await runAll(target, roles)
  await copySettings(source, target)
  const comments = await texts(
    source,
    `select format('comment on role %I is %L', r.rolname, d.description)
       from pg_shdescription d
       join pg_authid r on r.oid = d.objoid and d.classoid = 'pg_authid'::regclass
      where ${OURS}`,
  )
  await runAll(target, comments)
}

type Setting = { database: string | null; role: string | null; config: string[] }

/** As they are stored: a text made of them would have to know how each parameter is quoted. */
async function copySettings(source: pg.ClientBase, target: pg.ClientBase): Promise<void> {
  const { rows } = await source.query<Setting>(
    `select b.datname as database, r.rolname as role, s.setconfig as config
       from pg_db_role_setting s
       left join pg_database b on b.oid = s.setdatabase
       left join pg_authid r on r.oid = s.setrole
      where b.datname is distinct from 'template0' and b.datname is distinct from 'template1'
        and r.rolsuper is not true`,
  )
  // what a tenant's code may have set on its own role while it ran here
  await target.query('delete from pg_db_role_setting')
  for (const { database, role, config } of rows) {
    await target.query(
      `insert into pg_db_role_setting (setdatabase, setrole, setconfig)
       select coalesce((select b.oid from pg_database b where b.datname = $1), 0),
              coalesce((select r.oid from pg_authid r where r.rolname = $2), 0), $3`,
      [database, role, config],
    )
  }
}
