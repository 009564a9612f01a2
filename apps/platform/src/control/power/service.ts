import { may } from '@plinth/contract'
import type { Transaction } from 'kysely'
import { AppError } from '#app/base/app-error.ts'
import type { Actor, ProjectRow } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { projectStore } from '#app/db/project-store.ts'
import type { Database } from '#app/db/schema.ts'
import { assertFreeRoom } from './free-limit.ts'
import { type PauseWindow, pauseWindow } from './pause-window.ts'
import { powerStore } from './store.ts'

/** What has to hold, beside the project's status, for an operation of this kind to begin or to go on. */
export const guardOf = (kind: string, project: ProjectRow) =>
  kind === 'restore' || (kind === 'restore_backup' && project.status === 'INACTIVE')
    ? (trx: Transaction<Database>) => assertFreeRoom(trx, project)
    : undefined

type WindowDeps = Pick<Deps, 'db' | 'clock'>

/** How long a project can still be restored; undefined where it is not paused. */
export async function restoreWindow(
  { db, clock }: WindowDeps,
  project: ProjectRow,
): Promise<PauseWindow | undefined> {
  if (project.status !== 'INACTIVE') return undefined
  const pausedAt = await powerStore(db).pausedAt(project.id)
  const plan = await projectStore(db).planOf(project.organization_id)
  return pausedAt && pauseWindow(pausedAt, clock(), plan)
}

/** @throws RESTORE_WINDOW_OVER */
export async function assertInWindow(deps: WindowDeps, project: ProjectRow): Promise<void> {
  const window = await restoreWindow(deps, project)
  if (window && !window.isOpen) throw new AppError('RESTORE_WINDOW_OVER')
}

/**
 * A backup put in the place of what a paused project holds starts it, so it takes what restoring the
 * project takes.
 */
export async function assertMayWake(
  deps: WindowDeps,
  { actor, project }: { readonly actor: Actor; readonly project: ProjectRow },
): Promise<void> {
  if (project.status !== 'INACTIVE') return
  const projectRef = project.parent_project_ref ?? project.ref
  const target = { organizationSlug: project.organization_slug, projectRef }
  if (!may(actor, 'infra:restore', target)) {
    throw new AppError('FORBIDDEN', { data: { permission: 'infra:restore' } })
  }
  await assertInWindow(deps, project)
}
