import type { OrganizationRow, ProjectRow } from '#app/base/context.ts'
import type { Bus } from './bus.ts'
import type { ProjectStore } from './project-store.ts'

const KNOWN_FOR_MS = 1_000
const MAX_KNOWN = 5_000

export type ProjectDirectory = {
  readonly organizationBySlug: (slug: string) => Promise<OrganizationRow | undefined>
  /** `recent` may be a second old: enough for a query, not for what shows or changes the project. */
  readonly projectByRef: (ref: string, age: 'fresh' | 'recent') => Promise<ProjectRow | undefined>
}

type Known = { readonly row: ProjectRow; readonly untilMs: number }

/**
 * What authorization looks things up in. Queries come by the hundred, so the row they need is kept
 * for a moment and dropped when the bus tells of a change. A deleted project is out of sight for
 * every call but the one that brings it back.
 */
export function projectDirectory(projects: ProjectStore, bus: Bus): ProjectDirectory {
  const known = new Map<string, Known>()
  bus.subscribe(({ topic, ref }) => {
    if (topic === 'project' && typeof ref === 'string') known.delete(ref)
  })

  return {
    organizationBySlug: (slug) => projects.organizationBySlug(slug),
    async projectByRef(ref, age) {
      const nowMs = performance.now()
      const entry = known.get(ref)
      if (age === 'recent' && entry && entry.untilMs > nowMs) return entry.row
      const row = await projects.byRef(ref)
      if (!row || row.deleted_at) {
        known.delete(ref)
        return undefined
      }
      if (known.size >= MAX_KNOWN) known.clear()
      known.set(ref, { row, untilMs: nowMs + KNOWN_FOR_MS })
      return row
    },
  }
}
