import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http'

// RFC 9110: these speak about one connection, not about the message
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

const NOT_FORWARDED = new Set([
  ...HOP_BY_HOP,
  'host',
  'expect',
  // what a browser keeps for this origin, another project may have put there
  'cookie',
  // the role goes on as a token; the key itself is nobody's business behind here
  'apikey',
  'authorization',
  // ours to say
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-prefix',
  'forwarded',
])

type From = {
  readonly authorization: string
  readonly prefix: string
  readonly ip: string
  readonly requestId: string
  readonly isTls: boolean
}

/** The headers that a project's service is sent. */
export function forwardedHeaders(headers: IncomingHttpHeaders, from: From): OutgoingHttpHeaders {
  const sent: OutgoingHttpHeaders = {
    host: headers.host ?? 'gateway',
    authorization: from.authorization,
    'x-request-id': from.requestId,
    'x-forwarded-for': from.ip,
    'x-forwarded-host': headers.host,
    'x-forwarded-proto': from.isTls ? 'https' : 'http',
    'x-forwarded-prefix': from.prefix,
  }
  const named = headers.connection?.toLowerCase()
  for (const name in headers) {
    if (NOT_FORWARDED.has(name) || name in sent) continue
    // a header may be declared to speak about the connection only
    if (named !== undefined && named !== 'keep-alive' && named.split(/\s*,\s*/).includes(name)) {
      continue
    }
    sent[name] = headers[name]
  }
  return sent
}

const NOT_RETURNED = new Set([
  ...HOP_BY_HOP,
  // every project answers from this origin, so none may leave anything in it
  'set-cookie',
  'set-cookie2',
  'clear-site-data',
  'service-worker-allowed',
  'refresh',
  'strict-transport-security',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-expose-headers',
  'access-control-max-age',
  'content-security-policy',
  'x-content-type-options',
  'cross-origin-resource-policy',
  'referrer-policy',
  'x-request-id',
  'server',
])

// paths of its own, before which something stands outside
const PLACES = new Set(['location', 'content-location'])
// a browser would run what is in these
const PAGES = /^\s*(text\/html|application\/xhtml\+xml)\b/i

/** What every answer of the gateway carries. */
export const ownHeaders = (requestId: string): Record<string, string> => ({
  'x-request-id': requestId,
  'access-control-allow-origin': '*',
  'access-control-expose-headers': '*',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
})

/** The headers of a service's answer that its caller gets, pages made harmless. */
export function returnedHeaders(
  { rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>,
  { requestId, prefix }: { readonly requestId: string; readonly prefix: string },
): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = ownHeaders(requestId)
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? ''
    if (NOT_RETURNED.has(name)) continue
    const value = rawHeaders[at + 1] ?? ''
    if (name === 'content-type' && PAGES.test(value)) headers[name] = 'text/plain; charset=utf-8'
    // the service does not know what stands before its paths
    else if (PLACES.has(name) && /^\/(?!\/)/.test(value)) headers[name] = `${prefix}${value}`
    else headers[name] = headers[name] === undefined ? value : `${String(headers[name])}, ${value}`
  }
  return headers
}

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const HEADER_NAMES = /^[\w-]{1,100}(?:\s*,\s*[\w-]{1,100}){0,50}$/
const DAY_SECONDS = 24 * 60 * 60

/** The answer to a browser that asks whether a page of another site may call. It may: the key decides, not the site. */
export function preflightHeaders(headers: IncomingHttpHeaders, requestId: string) {
  const asked = headers['access-control-request-headers']
  return {
    ...ownHeaders(requestId),
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers':
      asked && HEADER_NAMES.test(asked) ? asked : 'apikey, authorization, content-type',
    'access-control-max-age': String(DAY_SECONDS),
    vary: 'access-control-request-headers',
  }
}
