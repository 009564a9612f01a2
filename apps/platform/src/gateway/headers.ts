import type { IncomingHttpHeaders } from 'node:http'

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
  'x-request-id',
  'x-plinth-url',
  'x-plinth-mark',
  'forwarded',
])

type From = {
  readonly authorization: string | undefined
  readonly ip: string
  readonly requestId: string
}

/** The headers that a project's service is sent: names and values in turn. */
export function forwardedHeaders(headers: IncomingHttpHeaders, from: From): string[] {
  const { host = 'gateway' } = headers
  const sent = ['host', host, 'x-request-id', from.requestId, 'x-forwarded-for', from.ip]
  if (from.authorization !== undefined) sent.push('authorization', from.authorization)
  const named = namedByConnection(headers.connection)
  for (const name in headers) {
    const value = headers[name]
    if (value === undefined || NOT_FORWARDED.has(name) || named?.includes(name)) continue
    if (typeof value === 'string') sent.push(name, value)
    else for (const part of value) sent.push(name, part)
  }
  return sent
}

/** A header may be declared to speak about the connection only. */
function namedByConnection(connection: string | undefined): string[] | undefined {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return
  return connection.toLowerCase().split(/\s*,\s*/)
}

// who may read an answer from a page is for a function to say; where it says nothing, every page may
const CORS = new Set([
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-expose-headers',
  'access-control-max-age',
])

const NOT_RETURNED = new Set([
  ...HOP_BY_HOP,
  // every project answers from this origin, so none may leave anything in it
  'set-cookie',
  'set-cookie2',
  'clear-site-data',
  'service-worker-allowed',
  'refresh',
  'strict-transport-security',
  ...CORS,
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

const FIXED = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': '*',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
} as const
const FIXED_PAIRS = Object.entries(FIXED).flat()
const FIXED_BUT_CORS = Object.entries(FIXED)
  .filter(([name]) => !CORS.has(name))
  .flat()

/** What every answer of the gateway carries. */
export const ownHeaders = (requestId: string): Record<string, string> => ({
  'x-request-id': requestId,
  ...FIXED,
})

type Return = {
  readonly requestId: string
  readonly prefix: string
  /** Whether the service may say itself which pages may read its answers. */
  readonly mayOwnCors?: boolean
}

/** The headers of a service's answer that its caller gets, names and values in turn; pages made harmless. */
export function returnedHeaders(
  headers: IncomingHttpHeaders,
  { requestId, prefix, mayOwnCors = false }: Return,
): string[] {
  const ownsCors = mayOwnCors && headers['access-control-allow-origin'] !== undefined
  const returned = ['x-request-id', requestId, ...(ownsCors ? FIXED_BUT_CORS : FIXED_PAIRS)]
  for (const name in headers) {
    const value = headers[name]
    if (value === undefined) continue
    if (NOT_RETURNED.has(name) && !(ownsCors && CORS.has(name))) continue
    const text = typeof value === 'string' ? value : value.join(', ')
    if (name === 'content-type' && PAGES.test(text)) {
      returned.push(name, 'text/plain; charset=utf-8')
    } else if (PLACES.has(name) && /^\/(?!\/)/.test(text)) {
      // the service does not know what stands before its paths
      returned.push(name, `${prefix}${text}`)
    } else {
      returned.push(name, text)
    }
  }
  return returned
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
