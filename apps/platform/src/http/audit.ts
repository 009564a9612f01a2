import { ORPCError } from '@orpc/server'
import type { Kysely } from 'kysely'
import { AppError } from '#app/base/app-error.ts'
import type { RequestContext } from '#app/base/context.ts'
import type { Database } from '#app/db/schema.ts'

const SECRET = /pass|token|secret|key|authorization/i
const MAX_TEXT = 200
const MAX_ITEMS = 20

const shortened = (value: unknown): unknown => {
  if (typeof value === 'string')
    return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shortened)
  if (value instanceof File) return shortened(value.name)
  // the body may be refused yet: nothing of a shape nobody declared is kept
  return typeof value === 'object' && value !== null ? undefined : value
}

/**
 * What was asked for, fit to keep: secrets left out, long texts cut, only plain values. Of objects
 * those that the call declares, with the plain values right inside.
 */
function auditTarget(input: unknown, recorded: readonly string[]): Record<string, unknown> {
  if (typeof input !== 'object' || input === null) return {}
  return Object.fromEntries(
    Object.entries(input)
      .filter(([name]) => !SECRET.test(name))
      .slice(0, MAX_ITEMS)
      .map(([name, value]) => [
        name,
        recorded.includes(name) ? auditTarget(value, []) : shortened(value),
      ]),
  )
}

type Call = {
  readonly action: string
  readonly input: unknown
  readonly recorded?: readonly string[]
  readonly context: RequestContext
}

/**
 * Runs a mutation on record. The record is written first, so what cannot be recorded is not done;
 * its outcome follows.
 */
export async function onRecord<Result>(
  db: Kysely<Database>,
  { action, input, context, recorded = [] }: Call,
  run: () => Promise<Result>,
): Promise<Result> {
  const { actor, organization, project } = context
  const target = auditTarget(input, recorded)
  const { id } = await db
    .insertInto('audit_log')
    .values({
      action,
      organization_id: organization?.id ?? project?.organization_id ?? null,
      project_ref: project?.ref ?? null,
      actor_id: actor?.id ?? null,
      actor_email: actor?.email ?? null,
      via: actor ? actor.via.kind : 'nobody',
      target: JSON.stringify(target),
      outcome: 'started',
      error_code: null,
      ip_address: context.ip,
      request_id: context.requestId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

  const finish = (outcome: 'succeeded' | 'failed', errorCode: string | null) => {
    const { actor: found, organizationId, projectRef, names } = context.record
    return db
      .updateTable('audit_log')
      .set({
        outcome,
        error_code: errorCode,
        ...(found && { actor_id: found.id, actor_email: found.email }),
        ...(organizationId && { organization_id: organizationId }),
        ...(projectRef && { project_ref: projectRef }),
        ...(names && { target: JSON.stringify({ ...target, names: shortened(names) }) }),
      })
      .where('id', '=', id)
      .execute()
  }

  try {
    const result = await run()
    await finish('succeeded', null)
    return result
  } catch (error) {
    await finish('failed', errorCodeOf(error))
    throw error
  }
}

/** The code the caller gets for it; what is not meant for them has one code only. */
function errorCodeOf(error: unknown): string {
  if (error instanceof AppError) return error.code
  const isBadInput = error instanceof ORPCError && error.code === 'BAD_REQUEST'
  return isBadInput ? 'BAD_INPUT' : 'INTERNAL'
}
