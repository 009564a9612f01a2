import { implement, type Implementer } from '@orpc/server'
import { contract, type Grant, type Permission } from '@plinth/contract'
import type { Logger } from 'pino'
import { AppError } from './app-error.ts'

/** Who is calling, and by what. */
export type Actor = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly grants: readonly Grant[]
  /** Those of the access token in use; undefined where nothing narrows the person's rights. */
  readonly scopes: readonly Permission[] | undefined
  readonly via: { readonly kind: 'session' | 'token'; readonly id: string }
}

export type OrganizationRow = { readonly id: string; readonly slug: string; readonly name: string }

/** A project as authorization found it: nobody reaches a handler with one they cannot see. */
export type ProjectRow = {
  readonly id: string
  readonly ref: string
  readonly name: string
  readonly status: string
  readonly organization_id: string
  readonly organization_slug: string
  readonly cloud_provider: string
  readonly region: string
  readonly instance_size: string
  readonly postgres_engine: string
  readonly parent_project_ref: string | null
  readonly db_version: string | null
  readonly os_uid: number
  readonly port: number
  readonly secrets: Buffer
  readonly rest_settings: Record<string, unknown>
  readonly database_settings: Record<string, unknown>
  readonly jwt_issued_at: Date
  readonly created_at: Date
  readonly deleted_at: Date | null
}

/** What deciding takes of a request's headers; names are lower case. */
export type HeaderReader = Pick<Headers, 'get' | 'has'>

export type RequestContext = {
  readonly requestId: string
  readonly ip: string
  readonly headers: HeaderReader
  /** Headers of the answer: a handler may set a cookie here. */
  readonly reply: Headers
  /** Set where an answer is bytes already: they go out in place of what the handler returns. */
  readonly send: { body?: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> }
  /** What only the handler can tell the audit log: who came in, and what the call was about. */
  readonly record: {
    actor?: Pick<Actor, 'id' | 'email'>
    organizationId?: string
    projectRef?: string
    /** Names of what an input holds that is not kept itself. */
    names?: readonly string[]
  }
  readonly signal: AbortSignal
  readonly log: Logger
  readonly actor: Actor | undefined
  /** Set by the authorization for calls that name one. */
  readonly organization?: OrganizationRow
  readonly project?: ProjectRow
}

/** What the handlers are written with; the middleware of http/ goes round all of them. */
export const os: Implementer<
  typeof contract,
  RequestContext & Record<never, never>,
  RequestContext
> = implement(contract).$context<RequestContext>()

type Handling = { readonly context: RequestContext }

// Handlers of calls that need somebody or something run only after authorization put it there.
export function actorOf({ context }: Handling): Actor {
  if (!context.actor) throw new AppError('UNAUTHORIZED')
  return context.actor
}
export function organizationOf({ context }: Handling): OrganizationRow {
  if (!context.organization) throw new AppError('ORGANIZATION_NOT_FOUND')
  return context.organization
}
export function projectOf({ context }: Handling): ProjectRow {
  if (!context.project) throw new AppError('PROJECT_NOT_FOUND')
  return context.project
}
