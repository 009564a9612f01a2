import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Deps } from '#app/base/deps.ts'
import type { Engine } from '#app/engine/engine.ts'
import { identify, type Identity, refusedPrefix } from './credentials.ts'
import { directory, type Target } from './directory.ts'
import { ownHeaders, preflightHeaders } from './headers.ts'
import { type ApiService, type Place, placeOf } from './place.ts'
import { createProber } from './prober.ts'
import { createProxy } from './proxy.ts'
import { rateLimit } from './rate-limit.ts'
import { answerFor, GRAPHQL_OFFLINE, OFFLINE, type Refusal, refusalFor } from './refusal.ts'
import { requestLog } from './request-log.ts'
import { loggedPath } from './logged-path.ts'

type Options = Pick<Deps, 'db' | 'secrets' | 'bus' | 'log' | 'logs' | 'clock'> & {
  readonly engine: Engine
  readonly trustProxy: boolean
  /** Requests a second from one address to one project; 0 for no limit. */
  readonly ratePerSecond: number
}

export type Gateway = { readonly handle: RequestListener; readonly close: () => Promise<void> }

type ApiPlace = Place & { readonly service: ApiService }

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
  // of those held back one a second is logged: a flood must not push everything else out of the log
  const noting = rateLimit(1)

  async function answer(call: Call, place: Place): Promise<void> {
    const { req, ip } = call
    const startedMs = performance.now()
    const sender = `${place.ref} ${ip}`
    const waitSeconds = limit(sender, startedMs)
    if (waitSeconds > 0) {
      refuse(call, { code: 'TOO_MANY_REQUESTS', retryAfterSeconds: waitSeconds })
      const known = projects.find(place.ref)
      const isKnown = known && !(known instanceof Promise) && place.service !== 'probe'
      if (isKnown && noting(sender, startedMs) === 0)
        record(call, { place, who: undefined, startedMs })
      return
    }
    // without `await` where it is known: most requests go on in this very turn
    const found = projects.find(place.ref)
    const target = found instanceof Promise ? await found : found
    if (!target) return refuse(call, { code: 'PROJECT_NOT_FOUND' })
    if (place.service === 'probe') return answerProbe(call, target)

    const identity = identify(target, req.headers, clock().getTime())
    const who = 'code' in identity ? undefined : identity
    const refusal = 'code' in identity ? identity : await pass(call, { place, target, identity })
    if (refusal) refuse(call, refusal)
    record(call, { place, who, startedMs })
  }

  type Passing = { place: ApiPlace; target: Target; identity: Identity }

  async function pass(call: Call, { place, target, identity }: Passing) {
    const { ref, status } = target
    const { service, path } = place
    const lease = service === 'rest' ? engine.leaseRest(ref) : await leaseGraphql(ref)
    if (!lease) return refusalFor(status) ?? (service === 'rest' ? OFFLINE : GRAPHQL_OFFLINE)
    const prefix = `/projects/${ref}/${service}/v1`
    const { authorization } = identity
    return proxy.forward({
      ...call,
      service: `${service} ${ref}`,
      lease,
      path,
      prefix,
      authorization,
    })
  }

  async function leaseGraphql(ref: string) {
    try {
      return await engine.leaseGraphql(ref)
    } catch (error) {
      log.warn({ err: error, ref }, 'GraphQL did not come up')
      return undefined
    }
  }

  async function answerProbe(call: Call, { ref, status }: Target): Promise<void> {
    const { method } = call.req
    if (method !== 'GET' && method !== 'HEAD') return refuse(call, { code: 'METHOD_NOT_ALLOWED' })
    if (!(await isOnline(ref))) return refuse(call, refusalFor(status) ?? OFFLINE)
    send(call, 200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    call.res.end('{"status":"online"}')
  }

  type Done = { place: ApiPlace; who: Identity | undefined; startedMs: number }

  function record({ req, res, requestId, ip }: Call, { place, who, startedMs }: Done) {
    const tookMs = performance.now() - startedMs
    const { method = 'GET' } = req
    // nginx's number for a caller who hung up before there was an answer
    const status = res.headersSent ? res.statusCode : 499
    const { service, ref } = place
    // a query in an address holds what it asks for
    const address = service === 'graphql' ? { path: '', search: '' } : loggedPath(place.path)
    requests.add(
      {
        project_ref: ref,
        at: clock().getTime() - tookMs,
        event_message: `${method} ${status} /${service}/v1${address.path}`,
        request_id: requestId,
        service,
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
