import type { Operation, PlatformEvent, Project } from '@plinth/contract'
import type { QueryClient } from '@tanstack/react-query'
import {
  type Listed,
  type ProjectList,
  moved,
  supersedes,
  withStatus,
} from '#app/lib/patch-projects.ts'
import { api } from './client.ts'

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
    (project) => project && moved(project, status),
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
  // one that does not run is short of nothing
  void queries.invalidateQueries({ queryKey: api.resources.warnings.key() })
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
  // most of them take a backup, or move what can be gone back to
  if (operation.finished_at !== null)
    void queries.invalidateQueries({ queryKey: api.backups.list.key({ input: { ref } }) })
}
