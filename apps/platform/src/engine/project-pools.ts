import { createPool } from '@plinth/postgres'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { ConnectAs, Engine, Placement } from './engine.ts'

const MAX_PER_POOL = 5
const IDLE_MS = 30_000
const CONNECT_TIMEOUT_MS = 5_000

type Wanted = {
  readonly as: ConnectAs
  readonly port: number
  /** Asked for only when a pool is made: opening the project's secrets costs something. */
  readonly placement: () => Placement
}

export type ProjectPools = {
  readonly pool: (ref: string, wanted: Wanted) => pg.Pool
  /** Closes what is open to a project; it stops, moves or goes. */
  readonly drop: (ref: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** Connections into projects, a few per project and role, closed when nobody needs them. */
export function projectPools({ engine, log }: { engine: Engine; log: Logger }): ProjectPools {
  const pools = new Map<string, Map<string, pg.Pool>>()

  async function drop(ref: string) {
    const known = pools.get(ref)
    pools.delete(ref)
    // a pool of a server that is gone has nothing left to say goodbye to
    await Promise.allSettled([...(known?.values() ?? [])].map((pool) => pool.end()))
  }

  return {
    pool(ref, { as, port, placement }) {
      const ofProject = pools.get(ref) ?? new Map<string, pg.Pool>()
      pools.set(ref, ofProject)
      // a server that came up on another port is another server
      const key = `${as} ${port}`
      let pool = ofProject.get(key)
      if (!pool) {
        pool = createPool({
          ...engine.connection({ ...placement(), port }, as),
          max: MAX_PER_POOL,
          idleTimeoutMillis: IDLE_MS,
          connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
          onError: (error) => log.debug({ err: error, ref }, 'connection closed'),
        })
        ofProject.set(key, pool)
      }
      return pool
    },
    drop,
    async close() {
      await Promise.all([...pools.keys()].map(drop))
    },
  }
}
