import { grafast, isSafeError } from 'postgraphile/grafast'
import { GraphQLError } from 'graphql'
import pg from 'pg'
import { z } from 'zod'
import type { createSchemas } from './schemas.ts'

export const Question = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
})
export type Question = z.infer<typeof Question>

type Asked = {
  readonly question: Question
  readonly role: string
  /** What SQL reads of the request. */
  readonly settings: Readonly<Record<string, string>>
  /** A query only: nothing may be changed by following a link. */
  readonly isReadOnly: boolean
}
type Answer = { readonly data?: unknown; readonly errors?: readonly object[] }

/** Carries a question out as its role, in transactions that know whose they are. */
export async function answer(
  schemas: ReturnType<typeof createSchemas>,
  { question, role, settings, isReadOnly }: Asked,
): Promise<Answer> {
  const { schema, resolvedPreset, limits } = await schemas.for(role)
  const readOnly = isReadOnly ? { transaction_read_only: 'on' } : {}
  const result = await grafast({
    schema,
    source: question.query,
    variableValues: question.variables ?? {},
    operationName: question.operationName ?? null,
    resolvedPreset,
    requestContext: { pgSettings: { ...limits, ...settings, ...readOnly, role } },
  })
  if (Symbol.asyncIterator in result)
    return {
      errors: [{ message: 'Answers in parts are not offered: leave @defer and @stream out' }],
    }
  const { errors, data } = result
  return {
    ...(data !== undefined && { data }),
    ...(errors && { errors: errors.map(presentError) }),
  }
}

/** What the database says is for who asked, as in the data API; a fault of ours is not. */
function presentError(error: GraphQLError) {
  const { message, locations, path, originalError } = error
  const place = { ...(locations && { locations }), ...(path && { path }) }
  if (originalError instanceof pg.DatabaseError) {
    const { code, detail, hint } = originalError
    return {
      message,
      ...place,
      extensions: { code, details: detail ?? null, hint: hint ?? null },
    }
  }
  if (!originalError || originalError instanceof GraphQLError || isSafeError(originalError))
    return { message, ...place }
  // the library throws it as any other error, and advises on a setting that is not the caller's
  if (originalError.message.includes('Query is too complex'))
    return {
      message: 'This query is nested too deep to be planned: ask for less at once',
      ...place,
    }
  process.stderr.write(`${originalError.stack ?? String(originalError)}\n`)
  return { message: 'This part of the query failed inside GraphQL', ...place }
}
