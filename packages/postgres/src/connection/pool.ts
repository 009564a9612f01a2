import pg from 'pg'

type PoolOptions = pg.PoolConfig & {
  /** Told of connections that break while nobody uses them; projects pause for a living. */
  onError: (error: Error) => void
}

/** A pool that cannot end the process: an idle connection's error is heard from the first moment. */
export function createPool({ onError, ...config }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({ max: 4, idleTimeoutMillis: 10_000, allowExitOnIdle: true, ...config })
  pool.on('error', onError)
  // between check-out and check-in the pool takes its listener away
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}
