import { setTimeout as sleep } from 'node:timers/promises'
import { FUNCTION_LIMITS } from '@plinth/contract'
import type { Logger } from 'pino'
import type { Engine } from '#app/engine/engine.ts'
import {
  type AwayReason,
  type EndReason,
  FunctionAway,
  type FunctionLease,
  type FunctionSource,
  FunctionUnfit,
} from '#app/engine/functions/types.ts'
import type { Call } from './call.ts'
import type { KnownFunction, Target } from './directory.ts'
import { forwardedHeaders, returnedHeaders } from './headers.ts'
import { type Proxy, TIME_OVER } from './proxy.ts'
import { type Refusal, refusalFor } from './refusal.ts'

// how long to wait for the news that a process has ended, after its connection has
const END_MS = 1_000
const HOST = /^[\w.:[\]-]{1,253}$/

const AWAY = {
  busy: 'FUNCTION_BUSY',
  full: 'FUNCTION_NO_ROOM',
  crashing: 'FUNCTION_CRASHING',
  unfit: 'FUNCTION_UNFIT',
  resting: 'PROJECT_STARTING',
  unavailable: 'FUNCTION_OFFLINE',
} as const satisfies Record<AwayReason, Refusal['code']>

const ENDED: Partial<Record<EndReason, Refusal['code']>> = {
  memory: 'FUNCTION_MEMORY_LIMIT',
  blocked: 'FUNCTION_BLOCKED',
}

type Options = {
  readonly engine: Engine
  readonly proxy: Proxy
  readonly log: Logger
  /** Where the gateway is reached from outside. */
  readonly gatewayUrl: string
  /** How long a request may take; as the contract says unless told. */
  readonly functionMs?: number | undefined
  readonly load: (of: { ref: string; id: string }) => Promise<FunctionSource | undefined>
}

type Passing = { readonly target: Target; readonly fn: KnownFunction; readonly path: string }

/** Sends requests on to functions, which are started for it where they do not run. */
export function functionPasser(options: Options) {
  const { engine, proxy, log, gatewayUrl, load, functionMs = FUNCTION_LIMITS.requestMs } = options
  const { protocol, host: ownHost } = new URL(gatewayUrl)

  async function sourceOf({ spec }: KnownFunction): Promise<FunctionSource> {
    const source = await load(spec)
    // it was deleted a moment ago
    if (!source) throw new FunctionAway('resting')
    return source
  }

  async function leaseFor({ status }: Target, fn: KnownFunction): Promise<FunctionLease | Refusal> {
    const refusal = refusalFor(status)
    if (refusal) return refusal
    try {
      return await engine.functions.lease(fn.spec, () => sourceOf(fn))
    } catch (error) {
      if (error instanceof FunctionUnfit) return { code: 'FUNCTION_UNFIT' }
      if (error instanceof FunctionAway) {
        return { code: AWAY[error.reason], retryAfterSeconds: error.retryAfterSeconds }
      }
      log.error({ err: error, ref: fn.spec.ref }, 'a function could not be started')
      return { code: 'FUNCTION_OFFLINE', retryAfterSeconds: 2 }
    }
  }

  return async (call: Call, { target, fn, path }: Passing): Promise<Refusal | undefined> => {
    const lease = await leaseFor(target, fn)
    if ('code' in lease) return lease
    const { req, res, requestId, ip } = call
    const { ref, slug } = fn.spec
    const { authorization, host = '', apikey } = req.headers
    const headers = forwardedHeaders(req.headers, { authorization, ip, requestId })
    // it is the project's own code: what was sent to it is its to see
    if (typeof apikey === 'string') headers.push('apikey', apikey)
    headers.push('x-plinth-url', `${protocol}//${HOST.test(host) ? host : ownHost}${path}`)
    const prefix = `/projects/${ref}/functions/v1`
    return proxy.forward({
      req,
      res,
      key: `${ref} ${slug}`,
      lease,
      path,
      headers,
      returned: (given) => returnedHeaders(given, { requestId, prefix, mayOwnCors: true }),
      broken: (error) => whyBroken(error, lease),
      limitMs: functionMs,
    })
  }
}

async function whyBroken(error: Error, { ended }: FunctionLease): Promise<Refusal> {
  if (error === TIME_OVER) return { code: 'FUNCTION_TIMEOUT' }
  const end = await Promise.race([ended, sleep(END_MS, undefined, { ref: false })])
  return { code: (end && ENDED[end.reason]) ?? 'FUNCTION_ENDED' }
}
