import type pg from 'pg'

/** The size of a database on disk in bytes; of the one connected to unless named. */
export async function databaseSize(client: pg.ClientBase, database?: string): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `select pg_catalog.pg_database_size(d.oid)::pg_catalog.float8 as bytes
       from pg_catalog.pg_database d
      where d.datname = coalesce($1::pg_catalog.name, pg_catalog.current_database())`,
    [database ?? null],
  )
  return rows[0]?.bytes ?? 0
}

/** The server's version as text, such as `17.10`, and as a number, such as 170010. */
export async function serverVersion(
  client: pg.ClientBase,
): Promise<{ version: string; number: number }> {
  const { rows } = await client.query<{ version: string; number: number }>(
    `select
       (pg_catalog.string_to_array(pg_catalog.current_setting('server_version'), ' '))[1] as version,
       pg_catalog.current_setting('server_version_num')::pg_catalog.int4 as number`,
  )
  const found = rows[0]
  if (!found) throw new TypeError('A select without from answers with one row')
  return found
}

/** A client's session and what it is doing. */
export type Session = {
  pid: number
  role: string | null
  database: string | null
  application_name: string
  client_address: string | null
  state: string | null
  wait_event_type: string | null
  wait_event: string | null
  /** Pids of the sessions it waits for. */
  blocked_by: number[]
  connected_at: Date
  transaction_started_at: Date | null
  query_started_at: Date | null
  query: string
}

/** The sessions of all clients but the one that asks, longest transaction first. */
export async function activity(client: pg.ClientBase): Promise<Session[]> {
  const { rows } = await client.query<Session>(`
    select
      a.pid,
      a.usename as role,
      a.datname as database,
      a.application_name,
      pg_catalog.host(a.client_addr) as client_address,
      a.state,
      a.wait_event_type,
      a.wait_event,
      pg_catalog.pg_blocking_pids(a.pid) as blocked_by,
      a.backend_start as connected_at,
      a.xact_start as transaction_started_at,
      a.query_start as query_started_at,
      a.query
    from pg_catalog.pg_stat_activity a
    where a.backend_type = 'client backend' and a.pid <> pg_catalog.pg_backend_pid()
    order by a.xact_start nulls last, a.pid`)
  return rows
}
