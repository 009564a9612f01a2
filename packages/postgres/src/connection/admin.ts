import pg from 'pg'
import { adminRole } from '#postgres/cluster/pg-hba.ts'
import { clusterPaths } from '#postgres/cluster/paths.ts'

/** Where and how to reach a cluster through its Unix socket. */
export type SocketTarget = {
  clusterDir: string
  port: number
  password: string
  /** The superuser unless named; use the least role that can answer. */
  user?: string
  database?: string
  applicationName?: string
  connectTimeoutMs?: number
  statementTimeoutMs?: number
  lockTimeoutMs?: number
  idleInTransactionTimeoutMs?: number
}

/**
 * What a project's owner could set on his database or roles to change what our own SQL means. The
 * startup packet wins over both.
 */
const pinned: Readonly<Record<string, string>> = Object.freeze({
  search_path: 'pg_catalog,pg_temp',
  // `alter database … set role` would make us somebody else
  role: 'none',
  standard_conforming_strings: 'on',
  row_security: 'on',
  default_transaction_read_only: 'off',
  default_transaction_isolation: 'read\\ committed',
  datestyle: 'iso,mdy',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  quote_all_identifiers: 'off',
})

/** The startup options that keep an owner from deciding what a platform query means. */
export const pinnedOptions: string = Object.entries(pinned)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

/**
 * Connection settings for the platform's own queries. As the superuser, ask catalogues only: a
 * tenant's view, trigger, policy or function would run with these rights.
 */
export function adminConnection(target: SocketTarget): pg.ClientConfig {
  return {
    host: clusterPaths(target.clusterDir).socketDir,
    port: target.port,
    user: target.user ?? adminRole,
    password: target.password,
    database: target.database ?? 'postgres',
    ssl: false,
    application_name: target.applicationName ?? 'plinth',
    connectionTimeoutMillis: target.connectTimeoutMs ?? 5_000,
    statement_timeout: target.statementTimeoutMs ?? 30_000,
    lock_timeout: target.lockTimeoutMs ?? 5_000,
    idle_in_transaction_session_timeout: target.idleInTransactionTimeoutMs ?? 30_000,
    options: pinnedOptions,
  }
}

/** Connects, runs `task`, and disconnects however that went. */
export async function withAdmin<T>(
  target: SocketTarget,
  task: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return withClient(adminConnection(target), task)
}

/** The same for a connection of the caller's own choosing. */
export async function withClient<T>(
  config: pg.ClientConfig,
  task: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config)
  // expected: the server may go away under us, and the query under way says so itself
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await task(client)
  } finally {
    // expected: a connection that broke cannot say goodbye
    await client.end().catch(() => undefined)
  }
}
