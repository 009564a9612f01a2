import { may, PlanId, type Project, projectCan, ProjectStatus } from '@plinth/contract'
import { AppError } from '#app/base/app-error.ts'
import type { OrganizationRow, ProjectRow, RequestContext } from '#app/base/context.ts'
import { actorOf } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { hasAddons } from '#app/control/addons/service.ts'
import { recordPlatformAct } from '#app/db/platform-acts.ts'
import { projectStore } from '#app/db/project-store.ts'
import { powerStore } from './store.ts'

export type TransferDeps = Pick<Deps, 'db' | 'bus'> & {
  readonly presentProject: (row: ProjectRow) => Promise<Project>
}

type Transfer = {
  readonly context: RequestContext
  readonly project: ProjectRow
  readonly targetSlug: string
}

/** Moves a project into another organization in which the same person may make projects. */
export async function transferProject(
  deps: TransferDeps,
  { context, project, targetSlug }: Transfer,
): Promise<Project> {
  const { db, bus, presentProject } = deps
  const status = ProjectStatus.parse(project.status)
  if (!projectCan('transfer', status)) {
    throw new AppError('WRONG_PROJECT_STATUS', { data: { status } })
  }
  const target = await targetOf(deps, { context, project, targetSlug })
  await db.transaction().execute(async (trx) => {
    const store = powerStore(trx)
    // an operation that began meanwhile, or somebody who moved it first
    if (!(await store.moveTo(project, target.id))) throw new AppError('OPERATION_CONFLICT')
    await store.dropGrantsNaming(project.ref, project.organization_id)
    // the call itself is on record where the project was
    await recordPlatformAct(trx, {
      organizationId: target.id,
      projectRef: project.ref,
      action: 'power.receive',
      target: { ref: project.ref, from_organization_slug: project.organization_slug },
      by: { actor: actorOf({ context }), ip: context.ip, requestId: context.requestId },
    })
  })
  const { ref } = project
  await bus.publish({ topic: 'project', ref, organization_slug: targetSlug, status })
  return presentProject({
    ...project,
    organization_id: target.id,
    organization_slug: target.slug,
  })
}

/** @throws where it cannot go there, or its person has no right to */
async function targetOf(
  { db }: TransferDeps,
  { context, project, targetSlug: slug }: Transfer,
): Promise<OrganizationRow> {
  const actor = actorOf({ context })
  const projects = projectStore(db)
  const target = await projects.organizationBySlug(slug)
  const isSeen = may(actor, 'organizations:read', { organizationSlug: slug })
  if (!target || !isSeen) throw new AppError('ORGANIZATION_NOT_FOUND')
  if (!may(actor, 'projects:create', { organizationSlug: slug })) {
    throw new AppError('FORBIDDEN', { data: { permission: 'projects:create' } })
  }
  if (target.id === project.organization_id) {
    const message = 'The project is in this organization already'
    const fields = { target_organization_slug: [message] }
    throw new AppError('BAD_INPUT', { message, data: { fields } })
  }
  const plan = PlanId.parse(await projects.planOf(target.id))
  if (plan === 'free' && (await hasAddons(db, project.id))) {
    const message = 'The free plan has no add-ons. Take those of the project away first'
    throw new AppError('ADDON_UNAVAILABLE', { message })
  }
  return target
}
