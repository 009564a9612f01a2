import { may } from '@plinth/contract'
import { actorOf, organizationOf, os, type ProjectRow, projectOf } from '#app/base/context.ts'
import { projectStore } from '#app/db/project-store.ts'
import { presentOperation } from '#app/lifecycle/present.ts'
import type { Deps } from '#app/base/deps.ts'
import { createProject, type CreateDeps } from './create.ts'
import { checkHealth, type HealthDeps } from './health.ts'
import {
  presentDeleted,
  presentProject,
  presentSummary,
  presentV1,
  presentV1Health,
} from './present.ts'
import { bringBack, keptSince } from './undelete.ts'
import { visibleRefs } from './visible.ts'

type ProjectDeps = CreateDeps &
  HealthDeps &
  Pick<Deps, 'bus' | 'clock'> & { readonly databaseHost: string; readonly gatewayUrl: string }

const V1_LIMIT = 1000
const DELETED_LIMIT = 100

export const projectHandlers = (deps: ProjectDeps) => {
  const projects = projectStore(deps.db)

  async function present(row: ProjectRow) {
    const [newest] = await deps.lifecycle.operations.newest(row.id, 1)
    const operation = newest ? presentOperation(newest) : null
    const { engine, databaseHost, gatewayUrl } = deps
    const url = `${gatewayUrl}/projects/${row.ref}/rest/v1/`
    const rest = engine.offersRest ? { url, isOnline: engine.isRestOnline(row.ref) } : undefined
    return presentProject(row, { databaseHost, operation, rest })
  }

  async function remove(row: ProjectRow, requestedBy: string) {
    await deps.lifecycle.begin(row, { kind: 'delete', requestedBy })
    return { id: row.id, ref: row.ref, name: row.name }
  }

  return {
    present,
    projects: {
      list: os.projects.list.handler(async ({ input, context }) => {
        const { id, slug } = organizationOf({ context })
        const refs = visibleRefs(actorOf({ context }), slug)
        const { limit, offset } = input
        const options = { search: undefined, statuses: undefined, ...input }
        const page = await projects.list({ ...options, organizationId: id, visibleRefs: refs })
        return {
          projects: page.rows.map(presentSummary),
          pagination: { count: page.count, limit, offset },
        }
      }),

      view: os.projects.view.handler(({ context }) => present(projectOf({ context }))),

      status: os.projects.status.handler(({ context }) => {
        const { status } = presentSummary(projectOf({ context }))
        return { status }
      }),

      rename: os.projects.rename.handler(async ({ input, context }) => {
        const row = projectOf({ context })
        await projects.rename(row.id, input.name)
        await deps.bus.publish({
          topic: 'project',
          ref: row.ref,
          organization_slug: row.organization_slug,
          status: row.status,
        })
        return present({ ...row, name: input.name })
      }),

      delete: os.projects.delete.handler(({ context }) =>
        remove(projectOf({ context }), actorOf({ context }).id),
      ),

      deleted: os.projects.deleted.handler(async ({ context }) => {
        const { id, slug } = organizationOf({ context })
        const refs = visibleRefs(actorOf({ context }), slug)
        const rows = await projects.deletedIn(id, {
          after: keptSince(deps.clock()),
          limit: DELETED_LIMIT,
        })
        return rows.filter((row) => refs === null || refs.includes(row.ref)).map(presentDeleted)
      }),

      undelete: os.projects.undelete.handler(async ({ input, context }) =>
        present(await bringBack(deps, context, input.ref)),
      ),

      health: os.projects.health.handler(({ context }) =>
        checkHealth(deps, projectOf({ context })),
      ),
    },

    v1Projects: {
      list: os.v1.projects.list.handler(async ({ context }) => {
        const actor = actorOf({ context })
        const slugs = [...new Set(actor.grants.map((grant) => grant.organization_slug))]
        const rows = await projects.inOrganizations(slugs, V1_LIMIT)
        const isVisible = (row: ProjectRow) => {
          const projectRef = row.parent_project_ref ?? row.ref
          return may(actor, 'projects:read', {
            organizationSlug: row.organization_slug,
            projectRef,
          })
        }
        return rows.filter(isVisible).map((row) => presentV1(row, deps.databaseHost))
      }),

      create: os.v1.projects.create.handler(async ({ input, context }) => {
        const row = await createProject(deps, { actor: actorOf({ context }), input })
        // neither stands in the address, so only now they are known to the record
        context.record.organizationId = row.organization_id
        context.record.projectRef = row.ref
        return presentV1(row, deps.databaseHost)
      }),

      health: os.v1.projects.health.handler(async ({ context }) => {
        const { services } = await checkHealth(deps, projectOf({ context }))
        return services.map(presentV1Health)
      }),

      view: os.v1.projects.view.handler(({ context }) =>
        presentV1(projectOf({ context }), deps.databaseHost),
      ),

      delete: os.v1.projects.delete.handler(({ context }) =>
        remove(projectOf({ context }), actorOf({ context }).id),
      ),
    },
  }
}
