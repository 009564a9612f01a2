import { type EndpointMeta, canSee, may, scopeOf } from '@plinth/contract'
import type { ProjectDirectory } from '#app/db/project-directory.ts'
import { AppError } from '#app/base/app-error.ts'
import type { Actor, OrganizationRow, ProjectRow, RequestContext } from '#app/base/context.ts'

type Found = { readonly organization?: OrganizationRow; readonly project?: ProjectRow }

const field = (input: unknown, name: string): string | undefined => {
  const value = (input as Record<string, unknown> | undefined)?.[name] // not validated yet: any shape
  return typeof value === 'string' ? value : undefined
}

/**
 * Decides one call from what its contract entry needs, before its handler and before its input is
 * judged. What the caller cannot see answers exactly like what is not there.
 */
export async function authorize(
  { needs }: EndpointMeta,
  {
    input,
    context,
    directory,
  }: { input: unknown; context: RequestContext; directory: ProjectDirectory },
): Promise<Found> {
  if (needs === 'public') return {}
  const { actor } = context
  if (!actor) throw new AppError('UNAUTHORIZED')
  if (needs === 'signed-in') return {}

  // some things of an organization are reached through a project of it, as an add-on's price is
  const isThroughProject = field(input, 'slug') === undefined && field(input, 'ref') !== undefined
  if (scopeOf(needs) === 'project' || isThroughProject) {
    const age = needs === 'sql:read' ? 'recent' : 'fresh'
    const found = await directory.projectByRef(field(input, 'ref') ?? '', age)
    const project = visibleProject(found, actor)
    const target = { organizationSlug: project.organization_slug, projectRef: judgedRef(project) }
    if (!may(actor, needs, target)) throw forbidden(needs)
    return { project }
  }

  const organization = await directory.organizationBySlug(field(input, 'slug') ?? '')
  const target = { organizationSlug: organization?.slug ?? '' }
  // an access token's scopes narrow what it may do, not which organizations exist for it
  if (!organization || !may({ grants: actor.grants }, 'organizations:read', target)) {
    throw new AppError('ORGANIZATION_NOT_FOUND')
  }
  if (!may(actor, needs, target)) throw forbidden(needs)
  return { organization }
}

/** A branch is judged by its parent. */
const judgedRef = (project: ProjectRow) => project.parent_project_ref ?? project.ref

function visibleProject(project: ProjectRow | undefined, actor: Actor): ProjectRow {
  const seen =
    project &&
    canSee(actor, { organizationSlug: project.organization_slug, projectRef: judgedRef(project) })
  if (!seen) throw new AppError('PROJECT_NOT_FOUND')
  return project
}

const forbidden = (permission: string) => new AppError('FORBIDDEN', { data: { permission } })
