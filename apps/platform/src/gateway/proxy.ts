import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { type Dispatcher, Pool } from 'undici'
import type { Refusal } from './refusal.ts'

const ANSWER_TIMEOUT_MS = 120_000
// shorter than the service keeps an idle connection, so that it never closes one we are about to use
const IDLE_MS = 10_000
const CONNECTIONS = 128

type Forward = {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  /** Tells services apart. */
  readonly key: string
  readonly lease: { readonly socketPath: string; readonly release: () => void }
  readonly path: string
  /** Names and values in turn. */
  readonly headers: string[]
  /** What the caller gets of the answer's headers. */
  readonly returned: (headers: IncomingHttpHeaders) => string[]
  /** Why there was no answer. */
  readonly broken: (error: NodeJS.ErrnoException) => Refusal | Promise<Refusal>
  /** How long the whole of it may take. */
  readonly limitMs?: number
}

export type Proxy = {
  /** Resolves when the answer has gone or its caller has; with a refusal where none had begun. */
  readonly forward: (forward: Forward) => Promise<Refusal | undefined>
  readonly close: () => Promise<void>
}

/** Passes requests on and their answers back as they come, held by nobody. */
export function createProxy(): Proxy {
  // a connection is kept for the next request, so each service has a pool of its own
  const pools = new Map<string, { readonly socketPath: string; readonly pool: Pool }>()

  function poolOf({ key, lease: { socketPath } }: Forward): Pool {
    const known = pools.get(key)
    if (known?.socketPath === socketPath) return known.pool
    // another process took over: what still runs on the one before ends in peace
    void known?.pool.close()
    const pool = new Pool('http://project', {
      socketPath,
      connections: CONNECTIONS,
      keepAliveTimeout: IDLE_MS,
      headersTimeout: ANSWER_TIMEOUT_MS,
      bodyTimeout: ANSWER_TIMEOUT_MS,
    })
    pools.set(key, { socketPath, pool })
    return pool
  }

  return {
    forward: (forward) => send(forward, poolOf(forward)),
    async close() {
      await Promise.all([...pools.values()].map(({ pool }) => pool.destroy()))
    },
  }
}

function send(forward: Forward, pool: Pool): Promise<Refusal | undefined> {
  const { req, res, lease, path, headers, limitMs } = forward
  const hasBody = bodyOf(req)
  return new Promise((resolve) => {
    let isOver = false
    let stop: (why: Error) => void = () => undefined
    const limit = limitMs && setTimeout(() => stop(TIME_OVER), limitMs)
    const over = (refusal?: Refusal) => {
      if (isOver) return
      isOver = true
      clearTimeout(limit)
      lease.release()
      resolve(refusal)
    }
    res.once('close', () => {
      // a caller who went away before the end wants no answer any more
      if (!res.writableFinished) stop(HUNG_UP)
      over()
    })
    const options = {
      path,
      method: req.method ?? 'GET',
      headers,
      body: hasBody ? req : null,
      // one that has a limit of its own may be silent for as long
      ...(limitMs && { headersTimeout: 0, bodyTimeout: 0 }),
    }
    const answer = answering(forward, over)
    pool.dispatch(options, {
      ...answer,
      onRequestStart(controller) {
        stop = (why) => controller.abort(why)
        if (res.destroyed) stop(HUNG_UP)
      },
    })
  })
}

/** Whether there is a body to send on; one that a reading request should not have is dropped. */
function bodyOf({ method, headers }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

/**
 * Writes an answer as it comes. One that comes in a single piece, as most do, is sent as one, with
 * its length: that is half the writes.
 */
function answering(
  forward: Forward,
  over: (refusal?: Refusal) => void,
): Dispatcher.DispatchHandler {
  const { res } = forward
  let head: { readonly status: number; readonly headers: string[] } | undefined
  let first: Buffer | undefined
  let isBegun = false

  function begin() {
    if (isBegun || !head || res.destroyed) return
    isBegun = true
    res.writeHead(head.status, head.headers)
    if (first) res.write(first)
    else res.flushHeaders()
  }

  return {
    onResponseStart(_controller, status: number, headers: IncomingHttpHeaders) {
      // an interim answer is about the connection between us
      if (status < 200) return
      head = { status, headers: forward.returned(headers) }
      setImmediate(begin)
    },
    onResponseData(controller, chunk: Buffer) {
      if (!isBegun && !first) {
        first = chunk
        return
      }
      begin()
      if (res.write(chunk)) return
      controller.pause()
      res.once('drain', () => controller.resume())
    },
    onResponseEnd() {
      if (isBegun || !head) {
        res.end()
        return
      }
      isBegun = true
      const { status, headers } = head
      const length = first?.length ?? 0
      const isBodiless = forward.req.method === 'HEAD' || status === 204 || status === 304
      if (!isBodiless && !headers.includes('content-length')) {
        headers.push('content-length', String(length))
      }
      res.writeHead(status, headers)
      res.end(first)
    },
    onResponseError(_controller, error: NodeJS.ErrnoException) {
      // the caller must not take half an answer for a whole one
      if (res.headersSent) res.destroy()
      if (res.headersSent || res.destroyed) return over()
      Promise.resolve(forward.broken(error)).then(over, () => over({ code: 'DATA_API_FAILED' }))
    },
  }
}

const HUNG_UP = new Error('The caller hung up')
export const TIME_OVER = new Error('It took too long')
