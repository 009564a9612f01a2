import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { projectCan, ProjectStatus, statusInWords } from '@plinth/contract'
import { Kind, parse } from 'graphql'
import { z } from 'zod'
import { AppError } from '#app/base/app-error.ts'
import { os, type ProjectRow, projectOf } from '#app/base/context.ts'
import { signJwt } from '#app/base/jwt.ts'
import type { QueryDeps } from '#app/control/sql/run-query.ts'

// a little more than the GraphQL process gives itself
const TIMEOUT_MS = 120_000
const Answer = z.looseObject({
  data: z.unknown().optional(),
  errors: z.array(z.unknown()).optional(),
})

type GraphqlDeps = Pick<QueryDeps, 'secrets' | 'engine' | 'log' | 'onRecord'>
type Question = { query: string; variables?: unknown; operationName?: unknown }

/** GraphQL for the dashboard: as a role, without that role's key ever being in a page. */
export function graphqlHandlers({ secrets, engine, log, onRecord }: GraphqlDeps) {
  async function lease(row: ProjectRow) {
    const status = ProjectStatus.parse(row.status)
    if (!projectCan('query', status)) {
      const message = `GraphQL can be asked when the project is active. It is ${statusInWords(status)} now`
      throw new AppError('WRONG_PROJECT_STATUS', { message, data: { status } })
    }
    try {
      const found = await engine.leaseGraphql(row.ref)
      if (found) return found
    } catch (error) {
      log.warn({ err: error, ref: row.ref }, 'GraphQL did not come up')
    }
    throw new AppError('DATA_API_UNREACHABLE', { data: { status } })
  }

  return {
    ask: os.graphql.ask.handler(async ({ input, context }) => {
      const { role, user_id: userId, query, variables, operationName } = input
      const row = projectOf({ context })
      const token = signJwt(
        { iss: 'plinth', ref: row.ref, role, ...(userId && { sub: userId }) },
        secrets.hmac('gateway', row.ref),
      )
      const run = async () => {
        const { socketPath, release } = await lease(row)
        try {
          return Answer.parse(await ask(socketPath, token, { query, variables, operationName }))
        } catch (cause) {
          throw new AppError('DATA_API_UNREACHABLE', { cause })
        } finally {
          release()
        }
      }
      return mayWrite(query) ? onRecord({ action: 'graphql.ask', input, context }, run) : run()
    }),
  }
}

/** Whether it holds more than queries; what cannot be read will not be carried out. */
function mayWrite(query: string): boolean {
  try {
    return parse(query, { noLocation: true }).definitions.some(
      (definition) =>
        definition.kind === Kind.OPERATION_DEFINITION && definition.operation !== 'query',
    )
  } catch {
    return false // the answer says where the mistake is
  }
}

function ask(socketPath: string, token: string, question: Question): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const asked = request({ socketPath, method: 'POST', path: '/', agent: false, headers })
    asked.once('response', (answer) => void json(answer).then(resolve, reject))
    asked.setTimeout(TIMEOUT_MS, () => asked.destroy(new Error('No answer in time')))
    asked.once('error', reject)
    asked.end(JSON.stringify(question))
  })
}
