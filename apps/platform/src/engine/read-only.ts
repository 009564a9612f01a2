import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterPaths, type SocketTarget, withAdmin } from '@plinth/postgres'
import pg from 'pg'

const RELOAD_TIMEOUT_MS = 5_000
const POLL_MS = 10
const SETTING = 'default_transaction_read_only'

/** Whether a cluster is in read-only mode, by the file that a server reads it from. */
export async function isReadOnly(clusterDir: string): Promise<boolean> {
  const path = join(clusterPaths(clusterDir).dataDir, 'postgresql.auto.conf')
  try {
    // not through a link: the folder is a tenant's
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
    const text = await file.readFile('utf8')
    return new RegExp(`^${SETTING} = 'on'$`, 'm').test(text)
  } catch {
    return false // no data directory yet, or no longer
  }
}

/**
 * Every transaction that says nothing else may only read. One session can still say so: that is how
 * somebody makes room again. Settings that would let a whole database or role ignore it are taken away.
 */
export async function setReadOnly(target: SocketTarget, shouldBe: boolean): Promise<void> {
  await withAdmin(target, async (client) => {
    if (shouldBe) await endExceptions(client)
    await client.query(
      shouldBe ? `alter system set ${SETTING} = on` : `alter system reset ${SETTING}`,
    )
    await reload(client)
  })
}

/** Resolves once the server goes by its files: our own backend is told after the postmaster has read them. */
async function reload(client: pg.Client): Promise<void> {
  const loadedAt = async () => {
    const { rows } = await client.query<{ at: string }>(
      'select pg_catalog.pg_conf_load_time()::text as at',
    )
    return rows[0]?.at
  }
  const before = await loadedAt()
  await client.query('select pg_catalog.pg_reload_conf()')
  const deadline = performance.now() + RELOAD_TIMEOUT_MS
  while ((await loadedAt()) === before && performance.now() < deadline) await sleep(POLL_MS)
}

const WRITERS = `
  select pg_catalog.count(*) filter (where ended)::int as count
    from (
      select pg_catalog.pg_terminate_backend(pid) as ended
        from pg_catalog.pg_stat_activity
       where backend_type = 'client backend'
         and backend_xid is not null
         and pid <> pg_catalog.pg_backend_pid()
    ) as writers`

/** Read-only mode begins with the next transaction: this ends those that are under way and have written. */
export async function endWriters(target: SocketTarget): Promise<number> {
  return withAdmin(target, async (client) => {
    const { rows } = await client.query<{ count: number }>(WRITERS)
    return rows[0]?.count ?? 0
  })
}

const EXCEPTIONS = `
  select r.rolname as role, d.datname as database
    from pg_catalog.pg_db_role_setting s
    left join pg_catalog.pg_roles r on r.oid = s.setrole
    left join pg_catalog.pg_database d on d.oid = s.setdatabase
   where exists (
     select from pg_catalog.unnest(s.setconfig) as c(entry)
     where pg_catalog.split_part(entry, '=', 1) = '${SETTING}'
       and not pg_catalog.split_part(entry, '=', 2)::bool
   )`

type Exception = { readonly role: string | null; readonly database: string | null }

async function endExceptions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Exception>(EXCEPTIONS)
  for (const { role, database } of rows) {
    const inDatabase = database === null ? '' : pg.escapeIdentifier(database)
    const target =
      role === null && inDatabase
        ? `database ${inDatabase}`
        : `role ${role === null ? 'all' : pg.escapeIdentifier(role)}${inDatabase && ` in database ${inDatabase}`}`
    await client.query(`alter ${target} reset ${SETTING}`)
  }
}
