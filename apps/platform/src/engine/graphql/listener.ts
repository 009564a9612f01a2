import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { verifyJwt } from '#app/base/jwt.ts'
import { answer, Question } from './answer.ts'
import type { createSchemas } from './schemas.ts'

const MAX_BYTES = 1024 * 1024

type Options = {
  readonly schemas: ReturnType<typeof createSchemas>
  readonly jwtSecret: string
  /** Whether it hears of changes yet. */
  readonly isReady: () => boolean
}
type Asked = { readonly question: Question; readonly isReadOnly: boolean }

/** GraphQL over HTTP, as the specification of that name has it: POST with JSON, or GET for queries. */
export function graphqlListener({ schemas, jwtSecret, isReady }: Options) {
  async function respond(req: IncomingMessage, res: ServerResponse) {
    // the platform asks whether it is up
    if (req.method === 'HEAD') return void res.writeHead(isReady() ? 204 : 503).end()
    const claims = claimsOf(req, jwtSecret)
    if (!claims) return send(res, 401, failure('The gateway did not vouch for this request'))
    const asked = await questionOf(req)
    if (typeof asked === 'string') return send(res, 400, failure(asked))
    const role = claims.role ?? 'anon'
    const settings = settingsFor(req, { ...claims, role })
    try {
      send(res, 200, await answer(schemas, { ...asked, role, settings }))
    } catch (error) {
      // it names no part of the query: the schema of this role could not be built
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
      const reason = error instanceof Error ? error.message : 'unknown'
      send(res, 200, failure(`The schema could not be read: ${reason}`))
    }
  }

  return createServer((req, res) => {
    // expected: the caller hung up
    res.on('error', () => undefined)
    // expected: the gateway hung up before all of the question was here
    respond(req, res).catch(() => res.destroy())
  })
}

const failure = (message: string) => ({ errors: [{ message }] })

function send(res: ServerResponse, status: number, body: object) {
  const json = JSON.stringify(body)
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(json)
}

function claimsOf({ headers }: IncomingMessage, jwtSecret: string) {
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]
  if (token === undefined) return { role: 'anon' }
  const verified = verifyJwt(token, jwtSecret, Date.now())
  return verified.is === 'valid' ? verified.claims : undefined
}

// what SQL reads of a request, by the names of the data API
const settingsFor = (req: IncomingMessage, claims: object): Record<string, string> => ({
  'request.jwt.claims': JSON.stringify(claims),
  'request.method': req.method ?? 'POST',
  'request.path': '/graphql/v1',
  'request.headers': JSON.stringify({ ...req.headers, authorization: undefined }),
})

/** @returns what was asked, or a sentence on what is wrong with it */
async function questionOf(req: IncomingMessage): Promise<Asked | string> {
  const isReadOnly = req.method === 'GET'
  const sent = isReadOnly ? inAddress(req.url ?? '') : await inBody(req)
  if (sent === undefined) return 'Send JSON of up to 1 MB'
  const parsed = Question.safeParse(sent)
  if (parsed.error)
    return 'Send JSON with a text `query`, and an object `variables` if it takes any'
  return { question: parsed.data, isReadOnly }
}

function inAddress(url: string) {
  const params = new URL(url, 'http://project').searchParams
  return {
    query: params.get('query') ?? undefined,
    operationName: params.get('operationName'),
    variables: asJson(params.get('variables') ?? 'null'),
  }
}

async function inBody(req: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let bytes = 0
  // to the end, however long: who still sends would not hear the answer
  for await (const chunk of req) {
    const part = Buffer.from(chunk)
    bytes += part.length
    if (bytes <= MAX_BYTES) chunks.push(part)
  }
  return bytes > MAX_BYTES ? undefined : asJson(Buffer.concat(chunks).toString())
}

function asJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined // the caller is told what to send instead
  }
}
