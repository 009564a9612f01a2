import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import type { Lease } from '#app/engine/companion-keeper.ts'
import { forwardedHeaders, returnedHeaders } from './headers.ts'
import type { Refusal } from './refusal.ts'

const ANSWER_TIMEOUT_MS = 120_000
// shorter than the service keeps an idle connection, so that it never closes one we are about to use
const IDLE_MS = 10_000
const MAX_AGENTS = 1_000

type Forward = {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly lease: Lease
  readonly path: string
  /** What stands before the path outside. */
  readonly prefix: string
  readonly authorization: string
  readonly ip: string
  readonly requestId: string
  readonly isTls: boolean
}

export type Proxy = {
  /** Resolves when the answer has gone or its caller has; with a refusal where none had begun. */
  readonly forward: (forward: Forward) => Promise<Refusal | undefined>
  readonly close: () => void
}

/** Passes requests on and their answers back as they come, held by nobody. */
export function createProxy(): Proxy {
  // a connection is kept for the next request, so each service has an agent of its own
  const agents = new Map<string, Agent>()

  function agentOf(socketPath: string): Agent {
    const known = agents.get(socketPath)
    if (known) return known
    // sockets of processes that were replaced; theirs close by themselves
    if (agents.size >= MAX_AGENTS) agents.clear()
    const agent = new Agent({ keepAlive: true, maxFreeSockets: 64, timeout: IDLE_MS })
    agents.set(socketPath, agent)
    return agent
  }

  return {
    forward: (forward) => send(forward, agentOf(forward.lease.socketPath)),
    close: () => agents.forEach((agent) => agent.destroy()),
  }
}

function send(forward: Forward, agent: Agent): Promise<Refusal | undefined> {
  const { req, res, lease, path } = forward
  return new Promise((resolve) => {
    const upstream = request({
      agent,
      socketPath: lease.socketPath,
      path,
      method: req.method,
      headers: forwardedHeaders(req.headers, forward),
    })
    let isOver = false
    const over = (refusal?: Refusal) => {
      if (isOver) return
      isOver = true
      lease.release()
      resolve(refusal)
    }
    upstream.setTimeout(ANSWER_TIMEOUT_MS, () => upstream.destroy(TIMED_OUT))
    upstream.once('response', (answer) => {
      res.writeHead(answer.statusCode ?? 502, returnedHeaders(answer, forward))
      answer.pipe(res)
      // the caller must not take half an answer for a whole one
      answer.once('error', () => res.destroy())
      answer.once('aborted', () => res.destroy())
    })
    upstream.once('error', (error) => {
      if (res.headersSent) res.destroy()
      over(res.headersSent || res.destroyed ? undefined : refusalOf(error))
    })
    res.once('close', () => {
      // a caller who went away before the end wants no answer any more
      if (!res.writableFinished) upstream.destroy()
      over()
    })
    sendBody(req, upstream)
  })
}

function sendBody(req: IncomingMessage, upstream: ClientRequest) {
  const hasBody =
    req.headers['content-length'] !== undefined || req.headers['transfer-encoding'] !== undefined
  if (!hasBody) {
    upstream.end()
    return
  }
  req.pipe(upstream)
  req.once('error', () => upstream.destroy())
}

const TIMED_OUT = new Error('No answer in time')
const NOBODY = new Set(['ENOENT', 'ECONNREFUSED'])

function refusalOf(error: NodeJS.ErrnoException): Refusal {
  if (error === TIMED_OUT) return { code: 'DATA_API_TIMEOUT' }
  if (NOBODY.has(error.code ?? '')) return { code: 'DATA_API_OFFLINE', retryAfterSeconds: 2 }
  return { code: 'DATA_API_FAILED' }
}
