import type { Project, ProjectStatus } from '@plinth/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { applyEvent } from './apply-event.ts'
import { api } from './client.ts'
import { queryClient } from './query-client.ts'

export const projectOptions = (ref: string) => api.projects.view.queryOptions({ input: { ref } })

/** The project of the page; the project layout's route has loaded it. */
export const useProject = (ref: string): Project => useSuspenseQuery(projectOptions(ref)).data

/** Fetches again what is known of a project: after a write, or when its status has moved. */
export const refreshProject = (ref: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: api.projects.view.key({ input: { ref } }) }),
    queryClient.invalidateQueries({ queryKey: api.projects.health.key({ input: { ref } }) }),
    queryClient.invalidateQueries({ queryKey: api.operations.key() }),
    queryClient.invalidateQueries({ queryKey: api.projects.list.key() }),
  ])

/** Takes over the status that a call has answered with, everywhere it is shown, without waiting for the push. */
export const noteStatus = (
  { ref, organization_slug }: Pick<Project, 'ref' | 'organization_slug'>,
  status: ProjectStatus,
) => applyEvent(queryClient, { type: 'project', ref, organization_slug, status })
