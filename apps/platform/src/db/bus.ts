import { EventEmitter } from 'node:events'
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
  /** Reaches every listener of every server, this one included; a message may be lost when the database is away. */
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
  const emitter = new EventEmitter().setMaxListeners(0)
  let closed = false
  let client: pg.Client | undefined

  function receive(payload: string | undefined) {
    // only our own publish writes to this channel
    if (payload) emitter.emit('message', JSON.parse(payload) as BusMessage)
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
      emitter.emit('message', { topic: BUS_RESUMED })
    } catch (error) {
      log.warn({ err: error }, 'the event connection is not back yet')
      relistenSoon()
    }
  }

  await listen()
  return {
    async publish(message) {
      const payload = JSON.stringify(message)
      if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES) {
        log.warn({ topic: message.topic }, 'an event was too large to send')
        return
      }
      await pool.query('select pg_notify($1, $2)', [CHANNEL, payload])
    },
    subscribe(listener) {
      emitter.on('message', listener)
      return () => emitter.off('message', listener)
    },
    async close() {
      closed = true
      await client?.end()
    },
  }
}
