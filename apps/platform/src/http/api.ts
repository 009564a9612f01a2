import { SmartCoercionPlugin } from '@orpc/json-schema'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { onError, ORPCError, ValidationError } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { Router } from '@orpc/server'
import type { contract } from '@plinth/contract'
import { AppError } from '#app/base/app-error.ts'
import { os, type RequestContext } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { onRecord } from './audit.ts'
import type { ProjectDirectory } from '#app/db/project-directory.ts'
import { authorize } from './authorize.ts'
import { fieldErrors } from './field-errors.ts'
import { pathOfBadText } from './plain-text.ts'

export type ApiRouter = Router<typeof contract, RequestContext>

type Options = Pick<Deps, 'db'> & {
  readonly router: ApiRouter
  readonly directory: ProjectDirectory
}

/** Logged where a call fails with a code that its entry in the contract does not name. */
export const UNDECLARED = 'a failure is not declared'

/** Every call of the contract behind its authorization, its record and one shape of errors. */
export function apiHandler({ db, router, directory }: Options) {
  const guarded = os
    .use(async ({ context, next, procedure, path }, given) => {
      const { meta, route, errorMap } = procedure['~orpc']
      const input = route.inputStructure === 'detailed' ? inOne(given) : given
      const action = path.join('.')
      try {
        refuseBadText(input)
        const found = await authorize(meta, { input, context, directory })
        const go = async () => await next({ context: found })
        if (!meta.audit) return await go()
        const call = { action, input, recorded: meta.recorded, context: { ...context, ...found } }
        return await onRecord(db, call, go)
      } catch (error) {
        // the OpenAPI document promises that a call fails in no other way
        if (error instanceof AppError && !(error.code in errorMap)) {
          context.log.error({ action, code: error.code }, UNDECLARED)
        }
        throw error
      }
    })
    .router(router)

  return new OpenAPIHandler(guarded, {
    plugins: [new SmartCoercionPlugin({ schemaConverters: [new ZodToJsonSchemaConverter()] })],
    clientInterceptors: [onError((error, { context }) => rethrow(error, context))],
  })
}

/** An input whose address and body stand apart, as that of every other call. */
function inOne(input: unknown): unknown {
  // the decoder makes it so; what is in each is not validated yet
  const { params, query, body } = input as Record<'params' | 'query' | 'body', object | undefined>
  return { ...body, ...query, ...params }
}

function refuseBadText(input: unknown) {
  const path = pathOfBadText(input)
  if (path === undefined) return
  const message = 'This holds a character that cannot be stored'
  throw new AppError('BAD_INPUT', { message, data: { fields: { [path]: [message] } } })
}

function rethrow(error: unknown, context: RequestContext): never {
  if (error instanceof ORPCError) {
    if (error.cause instanceof ValidationError) {
      if (error.code === 'BAD_REQUEST') {
        const data = fieldErrors(error.cause.issues)
        throw new AppError('BAD_INPUT', { message: data.message, data: { fields: data.fields } })
      }
      // our own answer does not fit its declared shape: a bug, not the caller's business
      context.log.error({ err: error, issues: error.cause.issues }, 'an answer broke its contract')
      throw new AppError('INTERNAL')
    }
    if (error.status >= 500) context.log.error({ err: error, cause: error.cause }, error.message)
    throw error
  }
  context.log.error({ err: error }, 'unexpected error')
  throw new AppError('INTERNAL')
}
