import { may, type Project, projectCan, ProjectStatus } from '@plinth/contract'
import { AppError } from '#app/base/app-error.ts'
import type { Actor, ProjectRow } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { projectStore } from '#app/db/project-store.ts'
import { powerStore } from './store.ts'

export type TransferDeps = Pick<Deps, 'db' | 'bus'> & {
  readonly presentProject: (row: ProjectRow) => Promise<Project>
}

type Transfer = {
  readonly actor: Actor
  readonly project: ProjectRow
  readonly targetSlug: string
}

/** Moves a project into another organization in which the same person may make projects. */
export async function transferProject(
  { db, bus, presentProject }: TransferDeps,
  { actor, project, targetSlug }: Transfer,
): Promise<Project> {
  const status = ProjectStatus.parse(project.status)
  if (!projectCan('transfer', status)) {
    throw new AppError('WRONG_PROJECT_STATUS', { data: { status } })
  }
  const target = await projectStore(db).organizationBySlug(targetSlug)
  const isSeen = may(actor, 'organizations:read', { organizationSlug: targetSlug })
  if (!target || !isSeen) throw new AppError('ORGANIZATION_NOT_FOUND')
  if (!may(actor, 'projects:create', { organizationSlug: targetSlug })) {
    throw new AppError('FORBIDDEN', { data: { permission: 'projects:create' } })
  }
  await db.transaction().execute(async (trx) => {
    const store = powerStore(trx)
    await store.moveTo(project.id, target.id)
    await store.dropGrantsNaming(project.ref, project.organization_id)
  })
  const { ref } = project
  await bus.publish({ topic: 'project', ref, organization_slug: targetSlug, status })
  return presentProject({
    ...project,
    organization_id: target.id,
    organization_slug: target.slug,
  })
}
