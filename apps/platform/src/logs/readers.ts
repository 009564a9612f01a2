import { LOG_COLLECTIONS } from '@plinth/contract'
import { scramVerifier } from '@plinth/postgres'
import pg from 'pg'
import type { SecretBox } from '#app/base/secret-box.ts'

// two platforms must not make the same role at once
const LOCK = 'logs.readers'
const MAX_SESSIONS = 4
const DUPLICATE = ['42710', '23505']

type Options = { readonly pool: pg.Pool; readonly secrets: SecretBox }
type Login = { readonly user: string; readonly password: string }

/** The roles that people's SQL logs in as, one per project, each seeing that project's rows. */
export function logReaders({ pool, secrets }: Options) {
  // roles belong to the whole server, on which there may be other platforms: each has its own
  const group = `plinth_logs_${hexOf(secrets.hmac('log reader name', ''))}`
  const known = new Map<string, number>()
  let grouped: Promise<void> | undefined

  const loginOf = (ref: string): Login => ({
    // a reference is no secret, but other tenants' are nobody's business
    user: `plinth_logs_${hexOf(secrets.hmac('log reader name', ref))}`,
    password: secrets.hmac('log reader', ref),
  })

  async function make(ref: string, keepDays: number) {
    grouped ??= makeGroup(pool, group)
    // a failure is not kept: the next one tries again
    await grouped.catch((error: unknown) => {
      grouped = undefined
      throw error
    })
    const { user, password } = loginOf(ref)
    const verifier = await scramVerifier(password)
    await inLock(pool, async (client) => {
      await createRole(client, user)
      const role = client.escapeIdentifier(user)
      await client.query(
        `alter role ${role} with login connection limit ${MAX_SESSIONS} password ${client.escapeLiteral(verifier)}`,
      )
      await client.query(`grant ${group} to ${role}`)
      await client.query(
        `insert into logs.readers (role_name, project_ref, keep_days) values ($1, $2, $3)
         on conflict (project_ref) do update
            set role_name = excluded.role_name, keep_days = excluded.keep_days`,
        [user, ref, keepDays],
      )
    })
  }

  return {
    /** Makes the role where it is missing; `keepDays` is what the project's plan shows. */
    async login(ref: string, keepDays: number): Promise<Login> {
      if (known.get(ref) !== keepDays) {
        await make(ref, keepDays)
        known.set(ref, keepDays)
      }
      return loginOf(ref)
    },

    /** The project is gone for good. */
    async drop(ref: string): Promise<void> {
      known.delete(ref)
      await inLock(pool, async (client) => {
        const { rowCount } = await client.query('delete from logs.readers where project_ref = $1', [
          ref,
        ])
        if (!rowCount) return
        await client.query(`drop role if exists ${client.escapeIdentifier(loginOf(ref).user)}`)
      })
    },
  }
}

const hexOf = (text: string) => Buffer.from(text, 'base64url').toString('hex').slice(0, 24)

/** What all readers have in common: the collections, and nothing to write to. */
const makeGroup = (pool: pg.Pool, group: string) =>
  inLock(pool, async (client) => {
    await createRole(client, group)
    const tables = Object.keys(LOG_COLLECTIONS).map((name) => `logs.${name}`)
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    const database = client.escapeIdentifier(rows[0]?.name ?? '')
    // a table of one's own would be a place to keep things in
    await client.query(`revoke temporary on database ${database} from public`)
    for (const grant of [
      `connect on database ${database}`,
      'usage on schema logs',
      `select on ${tables.join(', ')}`,
      'execute on all functions in schema logs',
    ]) {
      await client.query(`grant ${grant} to ${group}`)
    }
    await client.query(`revoke execute on function logs.ensure_day(date) from ${group}`)
  })

async function createRole(client: pg.PoolClient, name: string) {
  await client.query('savepoint role')
  try {
    await client.query(`create role ${client.escapeIdentifier(name)} nologin`)
  } catch (error) {
    const isThere = error instanceof pg.DatabaseError && DUPLICATE.includes(error.code ?? '')
    if (!isThere) throw error
    await client.query('rollback to savepoint role')
  }
}

async function inLock(pool: pg.Pool, task: (client: pg.PoolClient) => Promise<void>) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(hashtext($1))', [LOCK])
    await task(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
