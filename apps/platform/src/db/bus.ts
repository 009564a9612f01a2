import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'

const CHANNEL = 'plinth_events'
// NOTIFY refuses a payload of 8000 bytes
const MAX_PAYLOAD_BYTES = 7900
const RECONNECT_MS = 1000

/** Told to the listeners of this server alone: there may have been messages that it did not hear. */
export const BUS_RESUMED = 'bus-resumed'

export type BusMessage = { readonly topic: string; readonly [key: string]: unknown }
type Listener = (message: BusMessage) => void

/** Messages between the platform's servers, by LISTEN/NOTIFY of the control database. */
export type Bus = {
  /**
   * Reaches every listener of every server; those of this one by the time it resolves. A message may be
   * lost when the database is away.
   */
  readonly publish: (message: BusMessage) => Promise<void>
  readonly subscribe: (listener: Listener) => () => void
  readonly close: () => Promise<void>
}

type Options = {
  readonly connection: pg.ClientConfig
  readonly pool: pg.Pool
  readonly log: Logger
  readonly reconnectMs?: number
}

export async function createBus({
  connection,
  pool,
  log,
  reconnectMs = RECONNECT_MS,
}: Options): Promise<Bus> {
  const listeners = new Set<Listener>()
  let closed = false
  let client: pg.Client | undefined

  // those of this server have heard what it said itself
  const self = randomBytes(6).toString('hex')

  function receive(payload: string | undefined) {
    if (!payload) return
    // only our own publish writes to this channel
    const { from, message } = JSON.parse(payload) as { from: string; message: BusMessage }
    if (from !== self) tell(message)
  }

  function tell(message: BusMessage) {
    for (const listener of listeners) {
      try {
        listener(message)
      } catch (error) {
        // its trouble is not that of the others, nor of whoever told it
        log.error({ err: error, topic: message.topic }, 'a listener failed at an event')
      }
    }
  }

  async function listen() {
    const next = new pg.Client({ ...connection, application_name: 'plinth-bus' })
    next.on('error', (error) => log.warn({ err: error }, 'the event connection broke'))
    next.on('notification', ({ payload }) => receive(payload))
    // one that never came up ends as well, and whoever asked for it tries again
    next.on('end', () => {
      if (client !== next) return
      client = undefined
      relistenSoon()
    })
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
    } catch (error) {
      // it may be connected, and only its question refused
      next.end().catch(() => undefined)
      throw error
    }
    client = next
  }

  function relistenSoon() {
    if (!closed) setTimeout(() => void relisten(), reconnectMs).unref()
  }

  async function relisten() {
    if (closed) return
    try {
      await listen()
      tell({ topic: BUS_RESUMED })
    } catch (error) {
      log.warn({ err: error }, 'the event connection is not back yet')
      relistenSoon()
    }
  }

  await listen()
  return {
    async publish(message) {
      const payload = JSON.stringify({ from: self, message })
      if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES) {
        log.warn({ topic: message.topic }, 'an event was too large to send')
        return
      }
      await pool.query('select pg_notify($1, $2)', [CHANNEL, payload])
      // as the others get it; whoever goes on from here counts on what this server knows by now
      tell(JSON.parse(JSON.stringify(message)) as BusMessage)
    },
    subscribe(listener) {
      // one that subscribes twice hears twice
      const own: Listener = (message) => listener(message)
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    async close() {
      closed = true
      await client?.end()
    },
  }
}
