import type { Logger } from 'pino'
import type { Engine } from '#app/engine/engine.ts'
import type { Identity } from './credentials.ts'
import type { Target } from './directory.ts'
import { forwardedHeaders, returnedHeaders } from './headers.ts'
import type { Call } from './call.ts'
import type { ApiService } from './place.ts'
import type { Proxy } from './proxy.ts'
import { GRAPHQL_OFFLINE, OFFLINE, type Refusal, refusalFor } from './refusal.ts'

type Options = { readonly engine: Engine; readonly proxy: Proxy; readonly log: Logger }
type Passing = {
  readonly target: Target
  readonly service: ApiService
  readonly path: string
  readonly identity: Identity
}

/** Sends requests on to what stands beside a project's Postgres: its data API, its GraphQL. */
export function apiPasser({ engine, proxy, log }: Options) {
  async function leaseGraphql(ref: string) {
    try {
      return await engine.leaseGraphql(ref)
    } catch (error) {
      log.warn({ err: error, ref }, 'GraphQL did not come up')
      return undefined
    }
  }

  return async ({ req, res, requestId, ip }: Call, passing: Passing) => {
    const { target, service, path, identity } = passing
    const { ref, status } = target
    // without `await` for the one that is always up: most requests go on in this very turn
    const lease = service === 'rest' ? engine.leaseRest(ref) : await leaseGraphql(ref)
    if (!lease) return refusalFor(status) ?? (service === 'rest' ? OFFLINE : GRAPHQL_OFFLINE)
    const { authorization } = identity
    const prefix = `/projects/${ref}/${service}/v1`
    return proxy.forward({
      req,
      res,
      key: `${service} ${ref}`,
      lease,
      path,
      headers: forwardedHeaders(req.headers, { authorization, ip, requestId }),
      returned: (headers) => returnedHeaders(headers, { requestId, prefix }),
      broken,
    })
  }
}

const NOBODY = new Set(['ENOENT', 'ECONNREFUSED'])
const TOO_LATE = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

function broken({ code = '' }: NodeJS.ErrnoException): Refusal {
  if (TOO_LATE.has(code)) return { code: 'DATA_API_TIMEOUT' }
  if (NOBODY.has(code)) return { code: 'DATA_API_OFFLINE', retryAfterSeconds: 2 }
  return { code: 'DATA_API_FAILED' }
}
