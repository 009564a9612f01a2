import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { contract } from '@plinth/contract'
import { ORPCError } from '@orpc/server'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { AppError } from '#app/base/app-error.ts'
import type { Actor, HeaderReader, RequestContext } from '#app/base/context.ts'
import type { ByteSink, QueryInput } from '#app/control/sql/run-query.ts'
import type { ProjectDirectory } from '#app/db/project-directory.ts'
import { authorize } from './authorize.ts'
import { fieldErrors } from './field-errors.ts'
import { isForged } from './same-origin.ts'
import { securityHeaders } from './security-headers.ts'

const PATH = /^\/platform\/pg-meta\/([^/?]+)\/query(?:\?|$)/
const MAX_BODY_BYTES = 8 * 1024 * 1024
// this call sets none
const NO_HEADERS = new Headers()

// the same entry of the contract that the router serves; endpoint() made both parts
const definition = contract.sql.query['~orpc']
const { meta } = definition
// the library types it as any standard schema; endpoint() only takes zod's
const inputSchema = definition.inputSchema as unknown as z.ZodType<QueryInput & { ref: string }>

type Options = {
  readonly log: Logger
  readonly publicUrl: string
  readonly directory: ProjectDirectory
  readonly resolveActor: (headers: HeaderReader) => Promise<Actor | undefined>
  readonly run: (
    call: { input: QueryInput; context: RequestContext },
    sink: ByteSink,
  ) => Promise<void>
}

export type NodeRoute = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * The one call that comes by the hundred: running SQL. The same entry of the contract, the same
 * authorization and the same handler's work as through the router, on Node's own request and
 * response: there the frameworks between cost several times what the query does. Answers false for
 * any other request.
 */
export function queryRoute(options: Options): NodeRoute {
  const isTls = options.publicUrl.startsWith('https:')
  const fixed = { ...securityHeaders({ isTls }), 'cache-control': 'no-store' }

  return (request, response) => {
    const ref = request.method === 'POST' ? PATH.exec(request.url ?? '')?.[1] : undefined
    const isJson = request.headers['content-type']?.startsWith('application/json')
    if (ref === undefined || !isJson) return false
    const requestId = randomUUID()
    const headers = { ...fixed, 'content-type': 'application/json', 'x-request-id': requestId }
    const startedMs = performance.now()
    serveQuery(options, { request, response, headers, ref, requestId })
      .catch((error: unknown) =>
        answerError(error, { response, headers, log: options.log, requestId }),
      )
      .finally(() => {
        const tookMs = Math.round((performance.now() - startedMs) * 10) / 10
        const path = '/platform/pg-meta/{ref}/query'
        const { statusCode: status } = response
        options.log.info({ requestId, method: 'POST', path, ref, status, tookMs }, 'request')
      })
    return true
  }
}

type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly headers: Record<string, string>
  readonly ref: string
  readonly requestId: string
}

async function serveQuery(options: Options, exchange: Exchange) {
  const { request, response, headers, ref, requestId } = exchange
  const sent = headersOf(request)
  if (isForged({ method: 'POST', headers: sent }, options.publicUrl)) {
    throw new AppError('CROSS_ORIGIN')
  }
  const body = await bodyOf(request)
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  const context: RequestContext = {
    requestId,
    ip: request.socket.remoteAddress ?? 'unknown',
    headers: sent,
    reply: NO_HEADERS,
    record: {},
    send: {},
    signal: gone.signal,
    log: options.log,
    actor: await options.resolveActor(sent),
  }
  const raw = typeof body === 'object' && body !== null ? { ...body, ref } : body
  const found = await authorize(meta, { input: raw, context, directory: options.directory })
  const parsed = inputSchema.safeParse(raw)
  if (!parsed.success) {
    const { fields, message } = fieldErrors(parsed.error.issues)
    throw new AppError('BAD_INPUT', { message, data: { fields } })
  }
  const sink = heldBack(response, headers)
  await options.run({ input: parsed.data, context: { ...context, ...found } }, sink)
  sink.end()
}

/** A small answer goes out in one piece with its length; a large one as it comes. */
function heldBack(response: ServerResponse, headers: Record<string, string>) {
  let first: Uint8Array | undefined
  return {
    write(chunk: Uint8Array): boolean {
      if (response.headersSent) return response.write(chunk)
      if (!first) {
        first = chunk
        return true
      }
      response.writeHead(200, headers)
      response.write(first)
      return response.write(chunk)
    },
    async ready() {
      if (response.writableNeedDrain) await once(response, 'drain')
    },
    end() {
      if (!response.headersSent && first) {
        response.writeHead(200, { ...headers, 'content-length': first.length })
        response.end(first)
      } else response.end()
    },
  }
}

/** By events: iterating asynchronously over a body of one piece costs more than reading it. */
function bodyOf(request: IncomingMessage): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MAX_BODY_BYTES) reject(new AppError('QUERY_TOO_LARGE'))
      else chunks.push(chunk)
    })
    request.once('error', reject)
    request.once('end', () => {
      try {
        resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')))
      } catch (cause) {
        const message = 'The body is not JSON'
        reject(new AppError('BAD_INPUT', { message, data: { fields: { '': [message] } }, cause }))
      }
    })
  })
}

/** The headers that decide who is calling and from where, without making an object of all of them. */
const headersOf = ({ headers }: IncomingMessage): HeaderReader => ({
  get(name) {
    const value = headers[name]
    return typeof value === 'string' ? value : null
  },
  has: (name) => headers[name] !== undefined,
})

type Answer = Pick<Exchange, 'response' | 'headers' | 'requestId'> & { readonly log: Logger }

function answerError(error: unknown, { response, headers, log, requestId }: Answer) {
  const isExpected = error instanceof ORPCError
  if (!isExpected || error.status >= 500) log.error({ err: error, requestId }, 'a query broke')
  if (response.headersSent) {
    response.destroy() // half an answer must not look like a whole one
    return
  }
  const shown = isExpected ? error : new AppError('INTERNAL')
  const body = JSON.stringify({ ...shown.toJSON(), defined: true })
  response.writeHead(shown.status, { ...headers, 'content-length': Buffer.byteLength(body) })
  response.end(body)
}
