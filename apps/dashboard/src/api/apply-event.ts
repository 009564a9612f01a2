import type { Operation, PlatformEvent, Project, ProjectStatus } from '@plinth/contract'
import type { QueryClient } from '@tanstack/react-query'
import { api } from './client.ts'

type Listed = { readonly ref: string; readonly status: ProjectStatus }
type ProjectList<Row extends Listed> = { readonly projects: readonly Row[] }

/** A list with one project's status changed; the very same list where it does not hold the project. */
export const withStatus = <Row extends Listed, List extends ProjectList<Row>>(
  list: List,
  ref: string,
  status: ProjectStatus,
): List =>
  list.projects.some((project) => project.ref === ref && project.status !== status)
    ? {
        ...list,
        projects: list.projects.map((each) => (each.ref === ref ? { ...each, status } : each)),
      }
    : list

/** Does this operation take the other's place on screen? An older one, told again, does not. */
export const supersedes = (next: Operation, shown: Operation | null): boolean =>
  shown === null || next.id === shown.id || next.created_at > shown.created_at

/** Writes what the platform pushed into the caches of what it is about. */
export function applyEvent(queries: QueryClient, event: PlatformEvent) {
  if (event.type === 'ready') return
  if (event.type === 'operation') applyOperation(queries, event.operation)
  else if (event.type === 'project') applyStatus(queries, event)
  else void queries.invalidateQueries({ queryKey: api.resources.warnings.key() })
}

function applyStatus(queries: QueryClient, event: PlatformEvent & { type: 'project' }) {
  const { ref, status } = event
  const input = { ref }
  const isNews = queries.getQueryData(api.projects.view.queryKey({ input }))?.status !== status
  queries.setQueryData(api.projects.status.queryKey({ input }), { status })
  queries.setQueryData(
    api.projects.view.queryKey({ input }),
    (project) => project && { ...project, status },
  )
  queries.setQueriesData<ProjectList<Listed>>(
    { queryKey: api.projects.list.key({ type: 'query' }) },
    (list) => list && withStatus(list, ref, status),
  )
  if (!isNews) return
  // the status is only the headline: addresses, versions and health follow from it
  void queries.invalidateQueries({ queryKey: api.projects.view.key({ input }) })
  void queries.invalidateQueries({ queryKey: api.projects.health.key({ input }) })
  void queries.invalidateQueries({ queryKey: api.projects.list.key() })
  if (status === 'REMOVED') void queries.invalidateQueries({ queryKey: api.projects.deleted.key() })
}

function applyOperation(queries: QueryClient, operation: Operation) {
  const ref = operation.project_ref
  queries.setQueryData<Project>(api.projects.view.queryKey({ input: { ref } }), (project) =>
    project && supersedes(operation, project.operation) ? { ...project, operation } : project,
  )
  queries.setQueryData(
    api.operations.view.queryKey({ input: { ref, id: operation.id } }),
    operation,
  )
  void queries.invalidateQueries({ queryKey: api.operations.list.key({ input: { ref } }) })
}
