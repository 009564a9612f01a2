import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Deps } from '#app/base/deps.ts'
import type { Engine } from '#app/engine/engine.ts'
import { identify, type Identity, refusedPrefix } from './credentials.ts'
import { directory, type Target } from './directory.ts'
import { ownHeaders, preflightHeaders } from './headers.ts'
import { type Place, placeOf } from './place.ts'
import { createProber } from './prober.ts'
import { createProxy } from './proxy.ts'
import { rateLimit } from './rate-limit.ts'
import { answerFor, OFFLINE, type Refusal, refusalFor } from './refusal.ts'
import { requestLog } from './request-log.ts'
import { loggedPath } from './logged-path.ts'

type Options = Pick<Deps, 'db' | 'secrets' | 'bus' | 'log' | 'logs' | 'clock'> & {
  readonly engine: Engine
  readonly trustProxy: boolean
  /** Requests a second from one address to one project; 0 for no limit. */
  readonly ratePerSecond: number
}

export type Gateway = { readonly handle: RequestListener; readonly close: () => Promise<void> }

type Call = {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly requestId: string
  readonly ip: string
}

/** What a project's own users reach: its data API, behind its keys. */
export function createGateway(options: Options): Gateway {
  const { engine, log, clock, trustProxy, ratePerSecond } = options
  const projects = directory(options)
  const requests = requestLog(options)
  const proxy = createProxy()
  const isOnline = createProber(engine)
  const limit = rateLimit(ratePerSecond)

  async function answer(call: Call, place: Place): Promise<void> {
    const { req, ip } = call
    const waitSeconds = limit(`${place.ref} ${ip}`, performance.now())
    if (waitSeconds > 0) {
      return refuse(call, { code: 'TOO_MANY_REQUESTS', retryAfterSeconds: waitSeconds })
    }
    // without `await` where it is known: most requests go on in this very turn
    const found = projects.find(place.ref)
    const target = found instanceof Promise ? await found : found
    if (!target) return refuse(call, { code: 'PROJECT_NOT_FOUND' })
    if (place.service === 'probe') return answerProbe(call, target)

    const startedMs = performance.now()
    const identity = identify(target, req.headers, clock().getTime())
    const who = 'code' in identity ? undefined : identity
    const refusal = 'code' in identity ? identity : await pass(call, { place, target, identity })
    if (refusal) refuse(call, refusal)
    record(call, { ref: target.ref, path: place.path, who, startedMs })
  }

  type Passing = { place: Place & { service: 'rest' }; target: Target; identity: Identity }

  async function pass(call: Call, { place, target, identity }: Passing) {
    const lease = engine.leaseRest(target.ref)
    if (!lease) return refusalFor(target.status) ?? OFFLINE
    const prefix = `/projects/${target.ref}/rest/v1`
    const { authorization } = identity
    const { ref } = target
    return proxy.forward({ ...call, ref, lease, path: place.path, prefix, authorization })
  }

  async function answerProbe(call: Call, { ref, status }: Target): Promise<void> {
    const { method } = call.req
    if (method !== 'GET' && method !== 'HEAD') return refuse(call, { code: 'METHOD_NOT_ALLOWED' })
    if (!(await isOnline(ref))) return refuse(call, refusalFor(status) ?? OFFLINE)
    send(call, 200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    call.res.end('{"status":"online"}')
  }

  type Done = { ref: string; path: string; who: Identity | undefined; startedMs: number }

  function record({ req, res, requestId, ip }: Call, { ref, path, who, startedMs }: Done) {
    const tookMs = performance.now() - startedMs
    const { method = 'GET' } = req
    // nginx's number for a caller who hung up before there was an answer
    const status = res.headersSent ? res.statusCode : 499
    const address = loggedPath(path)
    requests.add(
      {
        project_ref: ref,
        at: clock().getTime() - tookMs,
        event_message: `${method} ${status} /rest/v1${address.path}`,
        request_id: requestId,
        service: 'rest',
        method,
        ...address,
        status_code: status,
        took_ms: Math.round(tookMs * 100) / 100,
        role: who?.role ?? null,
        key_role: who?.key?.role ?? null,
        key_prefix: who ? (who.key?.prefix ?? null) : refusedPrefix(req.headers),
        user_agent: req.headers['user-agent']?.slice(0, 300) ?? null,
        ip_address: ip,
      },
      who?.key?.id ?? undefined,
    )
  }

  function handle(req: IncomingMessage, res: ServerResponse) {
    const requestId = randomUUID()
    const call = { req, res, requestId, ip: addressOf(req, trustProxy) }
    // expected: the caller hung up
    res.on('error', () => undefined)
    if (req.method === 'OPTIONS' && req.headers['access-control-request-method']) {
      res.writeHead(204, preflightHeaders(req.headers, requestId)).end()
      return
    }
    const place = placeOf(req.url ?? '/')
    if (!place) return refuse(call, { code: 'NOT_FOUND' })
    answer(call, place).catch((error: unknown) => {
      log.error({ err: error, requestId }, 'the gateway could not look up a project')
      refuse(call, { code: 'UNAVAILABLE', retryAfterSeconds: 2 })
    })
  }

  return {
    handle,
    async close() {
      projects.close()
      await proxy.close()
      await requests.close()
    },
  }
}

const send = ({ res, requestId }: Call, status: number, headers: Record<string, string>) =>
  res.writeHead(status, { ...ownHeaders(requestId), ...headers })

function refuse(call: Call, refusal: Refusal) {
  const { status, headers, body } = answerFor(refusal)
  if (call.res.headersSent) {
    call.res.destroy()
    return
  }
  send(call, status, { ...headers, 'cache-control': 'no-store' })
  call.res.end(call.req.method === 'HEAD' ? undefined : body)
}

/** A proxy of ours adds the last entry; what stands before it, anybody may have written. */
function addressOf(req: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? req.headers['x-forwarded-for'] : undefined
  const last = typeof forwarded === 'string' ? forwarded.split(',').at(-1)?.trim() : undefined
  return last || (req.socket.remoteAddress ?? 'unknown')
}
