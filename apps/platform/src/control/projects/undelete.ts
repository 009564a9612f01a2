import { canSee, KEEP_DELETED_DAYS, may } from '@plinth/contract'
import { AppError } from '#app/base/app-error.ts'
import { actorOf, type ProjectRow, type RequestContext } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { projectStore } from '#app/db/project-store.ts'
import { beganAs } from '#app/lifecycle/definition.ts'
import type { Lifecycle } from '#app/lifecycle/lifecycle.ts'

type UndeleteDeps = Pick<Deps, 'db' | 'clock'> & { readonly lifecycle: Lifecycle }

const DAY_MS = 24 * 60 * 60 * 1000

/** What was deleted before this is gone, whether its files are removed yet or not. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - KEEP_DELETED_DAYS * DAY_MS)

/** Brings a deleted project back for one of its owners, and answers with it as it stands then. */
export async function bringBack(
  deps: UndeleteDeps,
  context: RequestContext,
  ref: string,
): Promise<ProjectRow> {
  const { lifecycle, clock } = deps
  const row = await findDeleted(deps, context, ref)
  if (row.deleted_at && row.deleted_at <= keptSince(clock())) {
    const message = `This project was deleted more than ${KEEP_DELETED_DAYS} days ago and is gone for good`
    throw new AppError('PROJECT_NOT_FOUND', { message })
  }
  // what was paused for too long, or to make room for others, is not started by this way round
  const deletion = await lifecycle.operations.newestOf(row.id, 'delete')
  if (row.status === 'REMOVED' && deletion && beganAs(deletion.state) === 'INACTIVE') {
    await lifecycle.moveAtRest(row, 'INACTIVE')
    return { ...row, status: 'INACTIVE' }
  }
  const requestedBy = actorOf({ context }).id
  await lifecycle.begin(row, { kind: 'undelete', requestedBy })
  return { ...row, status: 'RESTORING' }
}

/** The directory that authorization asks does not know deleted ones, so it is decided here. */
async function findDeleted(
  { db }: UndeleteDeps,
  context: RequestContext,
  ref: string,
): Promise<ProjectRow> {
  const actor = actorOf({ context })
  const row = await projectStore(db).byRef(ref)
  const organizationSlug = row?.organization_slug ?? ''
  if (!row || !canSee(actor, { organizationSlug, projectRef: ref })) {
    throw new AppError('PROJECT_NOT_FOUND')
  }
  context.record.organizationId = row.organization_id
  context.record.projectRef = row.ref
  if (!may(actor, 'organizations:update', { organizationSlug })) {
    throw new AppError('FORBIDDEN', { data: { permission: 'organizations:update' } })
  }
  return row
}
