import { randomBytes, randomUUID } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import { FUNCTION_LIMITS } from '@plinth/contract'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Logger } from 'pino'
import { AppError } from '#app/base/app-error.ts'
import type { Actor, HeaderReader, RequestContext } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import type { Download } from '#app/control/backups/service.ts'
import { type ApiRouter, apiHandler } from './api.ts'
import type { ProjectDirectory } from '#app/db/project-directory.ts'
import type { DashboardFiles } from './dashboard-files.ts'
import { loggedPath } from './logged-path.ts'
import { openApiDocument } from './openapi.ts'
import { isForged } from './same-origin.ts'
import { securityHeaders } from './security-headers.ts'

// the largest declared body is a query of 0.98 MiB in JSON, every character of it escaped at worst
const MAX_BODY_BYTES = 8 * 1024 * 1024
// a function's files, and the form around them
const MAX_DEPLOYMENT_BYTES = FUNCTION_LIMITS.bytes + 256 * 1024
const DEPLOYMENT = /^\/v1\/projects\/[a-z]+\/functions\/deploy$/
const JSON_TYPE = { 'content-type': 'application/json' }
const REQUEST_ID = /^[\w-]{8,64}$/

type Options = Pick<Deps, 'db' | 'log' | 'publicUrl' | 'clock'> & {
  readonly router: ApiRouter
  readonly directory: ProjectDirectory
  readonly resolveActor: (headers: HeaderReader) => Promise<Actor | undefined>
  readonly dashboard: DashboardFiles | undefined
  readonly openDownload: (token: string) => Promise<Download | undefined>
  /** Where projects' own APIs are reached; pages may ask there. */
  readonly gatewayUrl?: string
  /** Whether X-Forwarded-For is to be believed: only behind a proxy of ours, which adds the last entry. */
  readonly trustProxy: boolean
}

type Variables = { requestId: string; log: Logger }

/** The whole platform as one request handler. */
export function createApp(options: Options) {
  const { log, publicUrl, gatewayUrl = '' } = options
  const isTls = publicUrl.startsWith('https:')
  const app = new Hono<{ Variables: Variables }>()
  const api = apiHandler(options)

  app.use(async (c, next) => {
    const given = c.req.header('x-request-id')
    const requestId = given && REQUEST_ID.test(given) ? given : randomUUID()
    const startedMs = performance.now()
    c.set('requestId', requestId)
    c.set('log', log.child({ requestId }))
    await next()
    c.res.headers.set('x-request-id', requestId)
    for (const [name, value] of Object.entries(securityHeaders({ isTls }))) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    }
    const tookMs = Math.round((performance.now() - startedMs) * 10) / 10
    const { method, path } = c.req
    c.var.log.info({ method, path: loggedPath(path), status: c.res.status, tookMs }, 'request')
  })

  const most = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: () => errorResponse(new AppError('QUERY_TOO_LARGE')),
  })
  const mostOfDeployments = bodyLimit({
    maxSize: MAX_DEPLOYMENT_BYTES,
    onError: () => errorResponse(new AppError('FUNCTION_TOO_LARGE')),
  })
  app.use((c, next) => (DEPLOYMENT.test(c.req.path) ? mostOfDeployments : most)(c, next))

  app.get('/api/openapi.json', async (c) => c.json(await openApiDocument(options.publicUrl)))

  app.use(async (c, next) => {
    if (!isApiPath(c.req.path)) return next()
    const { headers } = c.req.raw
    if (isForged({ method: c.req.method, headers }, publicUrl)) {
      return errorResponse(new AppError('CROSS_ORIGIN'))
    }
    const context = await requestContext(c, options)
    const { matched, response: made } = await api.handle(c.req.raw, { context })
    if (!matched) return errorResponse(new AppError('NOT_FOUND'))
    const { body } = context.send
    const response = body && made.ok ? new Response(body, { headers: JSON_TYPE }) : made
    context.reply.forEach((value, name) => {
      if (name === 'set-cookie') response.headers.append(name, value)
      else response.headers.set(name, value)
    })
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
    return response
  })

  app.get('/downloads/:token', async (c) => {
    // asking only what is there, as previews of links do, must not use the link up
    if (c.req.method === 'HEAD')
      return new Response(null, { status: 405, headers: { allow: 'GET' } })
    const found = await options.openDownload(c.req.param('token'))
    if (!found) return errorResponse(new AppError('LINK_INVALID'))
    return new Response(found.body, {
      headers: {
        'content-type': found.type,
        // never shown in the page, whatever it holds
        'content-disposition': `attachment; filename="${found.filename}"`,
        'cache-control': 'no-store',
      },
    })
  })

  app.get('*', async (c) => {
    const nonce = randomBytes(16).toString('base64')
    const found = await options.dashboard?.serve(c.req.raw, nonce)
    if (!found) return errorResponse(new AppError('NOT_FOUND'))
    if (found.isPage) {
      for (const [name, value] of Object.entries(securityHeaders({ isTls, nonce, gatewayUrl }))) {
        found.response.headers.set(name, value)
      }
    }
    return found.response
  })

  app.onError((error, c) => {
    c.var.log.error({ err: error }, 'unexpected error')
    return errorResponse(new AppError('INTERNAL'))
  })
  return app
}

const isApiPath = (path: string) => /^\/(?:platform|v1|api)(?:\/|$)/.test(path)

const errorResponse = (error: AppError) =>
  Response.json({ ...error.toJSON(), defined: true }, { status: error.status })

async function requestContext(
  c: Context<{ Variables: Variables }>,
  { resolveActor, trustProxy }: Options,
): Promise<RequestContext> {
  const { raw } = c.req
  return {
    requestId: c.var.requestId,
    log: c.var.log,
    ip: clientAddress(c, trustProxy),
    headers: raw.headers,
    reply: new Headers(),
    record: {},
    send: {},
    signal: raw.signal,
    actor: await resolveActor(raw.headers),
  }
}

function clientAddress(c: Context, trustProxy: boolean): string {
  // what stands before the last entry is what the client claims
  const forwarded = trustProxy && c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
  if (forwarded) return forwarded
  // a request made in memory, as tests do, came over no socket
  const hasSocket = typeof c.env === 'object' && c.env !== null && 'incoming' in c.env
  return hasSocket ? (getConnInfo(c).remote.address ?? 'unknown') : 'in-memory'
}
