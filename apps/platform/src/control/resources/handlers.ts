import { ComputeSize, INTERVAL_MS, may } from '@plinth/contract'
import { actorOf, os, projectOf } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { diskService } from '#app/control/disk/service.ts'
import { StoredDatabaseSettings } from '#app/lifecycle/placement.ts'
import { presentWarning } from './judge.ts'
import { presentMetrics, spanOf } from './metrics.ts'
import { resize, type ResizeDeps } from './resize.ts'
import { standingOf } from './standing.ts'
import { resourceStore } from './store.ts'

type ResourceDeps = Pick<Deps, 'clock'> & ResizeDeps

export function resourceHandlers(deps: ResourceDeps) {
  const store = resourceStore(deps.db)
  const disks = diskService(deps)

  return {
    resize: os.resources.resize.handler(({ input, context }) =>
      resize(deps, projectOf({ context }), {
        size: input.desired_instance_size,
        requestedBy: actorOf({ context }).id,
      }),
    ),

    metrics: os.resources.metrics.handler(async ({ input, context }) => {
      const project = projectOf({ context })
      const span = spanOf(input, deps.clock())
      const binMs = INTERVAL_MS[span.interval]
      const [bins, disk] = await Promise.all([
        store.bins(project.id, { ...span, binMs }),
        disks.view(project.id),
      ])
      const size = ComputeSize.parse(project.instance_size)
      const { maxConnections } = StoredDatabaseSettings.parse(project.database_settings)
      return presentMetrics(bins, span, { names: input.attributes, size, disk, maxConnections })
    }),

    warnings: os.resources.warnings.handler(async ({ context }) => {
      const actor = actorOf({ context })
      const slugs = [...new Set(actor.grants.map((grant) => grant.organization_slug))]
      const rows = await store.warned(slugs)
      const visible = rows.filter((row) => {
        const projectRef = row.parent_project_ref ?? row.ref
        const target = { organizationSlug: row.organization_slug, projectRef }
        return may(actor, 'projects:read', target)
      })
      return visible.map((row) => presentWarning(row, standingOf(row)))
    }),
  }
}
