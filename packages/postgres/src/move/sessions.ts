import pg from 'pg'
import { adminConnection, pinnedOptions, type SocketTarget } from '#postgres/connection/admin.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** One of the two servers of a move. Nobody but us can reach it meanwhile. */
export type MoveEnd = Pick<SocketTarget, 'clusterDir' | 'port' | 'database'> & {
  /** The superuser's. */
  readonly adminPassword: string
}

/** The project's role that may read everything and do nothing else. */
export const READER = 'plinth_read_only'

// beside what every connection of ours is pinned to: what pg_dump expects of a session
const MOVE_OPTIONS = [
  pinnedOptions,
  '-c check_function_bodies=off',
  '-c xmloption=content',
  '-c client_min_messages=warning',
  '-c lock_timeout=0',
  '-c transaction_timeout=0',
  '-c idle_session_timeout=0',
  // how values are written: a database may have settings of its own for that
  '-c lc_monetary=C',
  '-c array_nulls=on',
  // two readings of one table give its rows in the same order
  '-c synchronize_seqscans=off',
].join(' ')

const configOf = (end: MoveEnd, user: string | undefined, password: string): pg.ClientConfig => ({
  ...adminConnection({
    clusterDir: end.clusterDir,
    port: end.port,
    password,
    ...(user !== undefined && { user }),
    ...(end.database !== undefined && { database: end.database }),
    statementTimeoutMs: DAY_MS,
    idleInTransactionTimeoutMs: DAY_MS,
  }),
  options: MOVE_OPTIONS,
})

async function opened(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config)
  // expected: a server that ends under a query says so by the query itself
  client.on('error', () => undefined)
  await client.connect()
  return client
}

// hundreds of roles may own something, and a server takes so many connections only
const ROLES_AT_ONCE = 6

/**
 * Connections to one server, one for each role, opened when first asked for. A role is who really
 * connects: code of a tenant that runs in its session finds nothing there to turn back into. One that
 * was not asked for while several others were is closed, and is not to be used any more.
 */
export function sessionsOf(end: MoveEnd, passwordOf: (role: string) => string) {
  let admin: Promise<pg.Client> | undefined
  // the one that was asked for last is the last
  const open = new Map<string, Promise<pg.Client>>()
  return {
    /** The superuser: for catalogues, and for statements of our own making only. */
    admin: () => (admin ??= opened(configOf(end, undefined, end.adminPassword))),
    async as(role: string) {
      const client = open.get(role) ?? opened(configOf(end, role, passwordOf(role)))
      open.delete(role)
      open.set(role, client)
      const [first] = open
      if (first && open.size > ROLES_AT_ONCE) {
        open.delete(first[0])
        await closed(first[1])
      }
      return client
    },
    async [Symbol.asyncDispose]() {
      for (const client of [admin, ...open.values()]) await closed(client)
    },
  }
}

async function closed(client: Promise<pg.Client> | undefined) {
  // expected: one that never came about, or that broke, cannot say goodbye
  await client?.then((open) => open.end()).catch(() => undefined)
}

export type Sessions = ReturnType<typeof sessionsOf>

/** The one column of a query, in order. */
export async function texts(client: pg.ClientBase, sql: string): Promise<string[]> {
  const { rows } = await client.query<[string]>({ text: sql, rowMode: 'array' })
  return rows.map(([text]) => text)
}

/** Runs statements of our own making, many in one round. */
export async function runAll(client: pg.ClientBase, statements: readonly string[]): Promise<void> {
  const BATCH = 500
  for (let at = 0; at < statements.length; at += BATCH) {
    await client.query(statements.slice(at, at + BATCH).join(';\n'))
  }
}
