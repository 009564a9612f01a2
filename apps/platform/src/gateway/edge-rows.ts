import type { LogEntry } from '@plinth/contract'
import type { Call } from './call.ts'
import { type Identity, refusedPrefix } from './credentials.ts'
import type { KnownFunction } from './directory.ts'
import { loggedPath } from './logged-path.ts'
import type { Place } from './place.ts'

export type Served = {
  readonly place: Exclude<Place, { service: 'probe' }>
  readonly who: Identity | undefined
  readonly fn: KnownFunction | undefined
  /** When it came, in milliseconds since 1970. */
  readonly at: number
  readonly tookMs: number
}

/** What of a request stands in the gateway's log and, where a function was called, in that of its calls. */
export function rowsOf({ req, res, requestId, ip }: Call, served: Served) {
  const { place, who, fn, at, tookMs } = served
  const { method = 'GET' } = req
  // nginx's number for a caller who hung up before there was an answer
  const status = res.headersSent ? res.statusCode : 499
  // a query in an address holds what it asks for
  const address = place.service === 'graphql' ? { path: '', search: '' } : loggedPath(place.path)
  const request = {
    project_ref: place.ref,
    at,
    event_message: `${method} ${status} /${place.service}/v1${address.path}`,
    request_id: requestId,
    method,
    ...address,
    status_code: status,
    took_ms: Math.round(tookMs * 100) / 100,
    role: who?.role ?? null,
    user_agent: req.headers['user-agent']?.slice(0, 300) ?? null,
    ip_address: ip,
  }
  const edge: LogEntry<'edge_logs'> = {
    ...request,
    service: place.service,
    key_role: who?.key?.role ?? null,
    key_prefix: who ? (who.key?.prefix ?? null) : refusedPrefix(req.headers),
  }
  const call: LogEntry<'function_edge_logs'> | undefined = fn && {
    ...request,
    function_id: fn.spec.id,
    function_slug: fn.spec.slug,
    version: fn.spec.version,
  }
  return { edge, call }
}
