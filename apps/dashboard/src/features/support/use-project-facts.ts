import { useQuery } from '@tanstack/react-query'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { projectOptions } from '#app/api/project.ts'
import { projectDetails } from '#app/lib/support-details.ts'

/** What is to be said of a project, with the operation that it is about or the last one there was. */
export function useProjectFacts(ref: string | undefined, operationId: string | undefined) {
  const input = { ref: ref ?? '' }
  const enabled = ref !== undefined
  const project = useQuery({ ...projectOptions(input.ref), enabled })
  const newest = useQuery(
    api.operations.list.queryOptions({ input: { ...input, limit: 1 }, enabled }),
  )
  const named = useQuery(
    api.operations.view.queryOptions({
      input: { ...input, id: operationId ?? '' },
      enabled: enabled && operationId !== undefined,
    }),
  )
  const isUnhealthy = project.data?.status === 'ACTIVE_UNHEALTHY'
  const health = useQuery(api.projects.health.queryOptions({ input, enabled: isUnhealthy }))
  if (!enabled) return { isPending: false, lines: undefined }
  const queries = [
    project,
    newest,
    ...(operationId ? [named] : []),
    ...(isUnhealthy ? [health] : []),
  ]
  const lines = project.data
    ? projectDetails({
        project: project.data,
        operation: named.data ?? newest.data?.[0],
        databaseLog: health.data?.database_log ?? [],
      })
    : [`Project: ${ref} (${project.error ? messageOf(project.error) : 'not looked up'})`]
  return { isPending: queries.some((query) => query.isPending), lines }
}
