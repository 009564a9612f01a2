import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Deps } from '#app/base/deps.ts'
import { functionSources } from '#app/control/functions/service.ts'
import type { Engine } from '#app/engine/engine.ts'
import { apiPasser } from './api.ts'
import type { Call } from './call.ts'
import { identify, type Identity } from './credentials.ts'
import { directory, type KnownFunction, type Target } from './directory.ts'
import { rowsOf } from './edge-rows.ts'
import { keepFunctionLog } from './function-log.ts'
import { functionPasser } from './functions.ts'
import { ownHeaders, preflightHeaders } from './headers.ts'
import { type Place, placeOf } from './place.ts'
import { createProber } from './prober.ts'
import { createProxy } from './proxy.ts'
import { rateLimit } from './rate-limit.ts'
import { answerFor, OFFLINE, type Refusal, refusalFor } from './refusal.ts'
import { requestLog } from './request-log.ts'

type Options = Pick<Deps, 'db' | 'secrets' | 'bus' | 'log' | 'logs' | 'clock'> & {
  readonly engine: Engine
  readonly trustProxy: boolean
  /** Where this is reached from outside, without a trailing slash. */
  readonly gatewayUrl: string
  /** Requests a second from one address to one project; 0 for no limit. */
  readonly ratePerSecond: number
  /** How long a function may take for a request; as the contract says unless told. */
  readonly functionMs?: number
}

export type Gateway = { readonly handle: RequestListener; readonly close: () => Promise<void> }

type ServicePlace = Exclude<Place, { service: 'probe' }>

/** What a project's own users reach: its APIs and its functions, behind its keys. */
export function createGateway(options: Options): Gateway {
  const { engine, log, clock, trustProxy, ratePerSecond } = options
  const projects = directory(options)
  const requests = requestLog(options)
  const proxy = createProxy()
  const isOnline = createProber(engine)
  const limit = rateLimit(ratePerSecond)
  // of those held back one a second is logged: a flood must not push everything else out of the log
  const noting = rateLimit(1)
  const passToApi = apiPasser({ engine, proxy, log })
  const load = functionSources(options)
  const passToFunction = functionPasser({ ...options, proxy, load })

  async function answer(call: Call, place: Place): Promise<void> {
    const { ip } = call
    const startedMs = performance.now()
    const sender = `${place.ref} ${ip}`
    const waitSeconds = limit(sender, startedMs)
    if (waitSeconds > 0) {
      refuse(call, { code: 'TOO_MANY_REQUESTS', retryAfterSeconds: waitSeconds })
      if (place.service !== 'probe' && noting(sender, startedMs) === 0)
        await noteHeldBack(call, place, startedMs)
      return
    }
    // without `await` where it is known: most requests go on in this very turn
    const found = projects.find(place.ref)
    const target = found instanceof Promise ? await found : found
    if (!target) return refuse(call, { code: 'PROJECT_NOT_FOUND' })
    if (place.service === 'probe') return answerProbe(call, target)
    return serve(call, place, target)
  }

  async function noteHeldBack(call: Call, place: ServicePlace, startedMs: number) {
    try {
      if (await projects.find(place.ref))
        record(call, { place, who: undefined, fn: undefined, startedMs })
    } catch (error) {
      log.warn({ err: error, ref: place.ref }, 'a request that was held back was not logged')
    }
  }

  async function serve(call: Call, place: ServicePlace, target: Target): Promise<void> {
    const startedMs = performance.now()
    const identity = identify(target, call.req.headers, clock().getTime())
    const who = 'code' in identity ? undefined : identity
    const fn = place.service === 'functions' ? target.functions.get(place.slug) : undefined

    async function pass(): Promise<Refusal | undefined> {
      const { path, service } = place
      if (service !== 'functions') {
        if ('code' in identity) return identity
        return passToApi(call, { target, service, path, identity })
      }
      if (!fn) return { code: 'FUNCTION_NOT_FOUND' }
      // a browser asks without a key whether it may send one
      const isAsking = call.req.method === 'OPTIONS'
      if (fn.verifiesJwt && !isAsking && 'code' in identity) return identity
      return passToFunction(call, { target, fn, path })
    }

    const refusal = await pass()
    if (refusal) refuse(call, refusal)
    record(call, { place, who, fn, startedMs })
  }

  type Done = {
    readonly place: ServicePlace
    readonly who: Identity | undefined
    readonly fn: KnownFunction | undefined
    readonly startedMs: number
  }

  function record(call: Call, { startedMs, ...served }: Done) {
    const tookMs = performance.now() - startedMs
    const at = clock().getTime() - tookMs
    requests.add(rowsOf(call, { ...served, at, tookMs }), served.who?.key?.id ?? undefined)
  }

  async function answerProbe(call: Call, { ref, status }: Target): Promise<void> {
    const { method } = call.req
    if (method !== 'GET' && method !== 'HEAD') return refuse(call, { code: 'METHOD_NOT_ALLOWED' })
    if (!(await isOnline(ref))) return refuse(call, refusalFor(status) ?? OFFLINE)
    send(call, 200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    call.res.end('{"status":"online"}')
  }

  function handle(req: IncomingMessage, res: ServerResponse) {
    const requestId = randomUUID()
    const call = { req, res, requestId, ip: addressOf(req, trustProxy) }
    // expected: the caller hung up
    res.on('error', () => undefined)
    // of functions, too: no process has to be started to say that the key decides and not the page
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

  /** A function's process ends with the version, the secrets and the keys it was started with. */
  async function settle(ref: string) {
    const target = await projects.find(ref)
    const functions = [...(target?.functions.values() ?? [])]
    const stamps = new Map(functions.map(({ spec }) => [spec.slug, spec.stamp]))
    await engine.functions.settle(ref, stamps)
  }

  const undo = [keepFunctionLog(engine.functions, options), engine.functions.setGateway(handle)]
  // after the directory, which forgets first
  const unsubscribe = options.bus.subscribe(({ topic, ref }) => {
    if (topic !== 'functions' && topic !== 'project') return
    settle(String(ref)).catch((error: unknown) =>
      log.warn({ err: error, ref }, 'functions of a project were not looked at'),
    )
  })

  return {
    handle,
    async close() {
      unsubscribe()
      for (const each of undo) each()
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
