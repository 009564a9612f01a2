import type { ProjectSummary } from '@plinth/contract'
import { Pagination } from '@plinth/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, lazy } from 'react'
import { api } from '#app/api/client.ts'
import { pollUntil } from '#app/api/poll-until.ts'
import { QueryError } from '#app/api/QueryError.tsx'
import { isBusy } from '#app/lib/project-status.ts'
import { SECOND } from '#app/lib/time.ts'
import { type ListSearch, PAGE_SIZE, isFiltered, listInput } from './list-search.ts'
import { NoProjects, NoneFound } from './NoProjects.tsx'
import { ProjectCards, ProjectCardsSkeleton } from './ProjectCards.tsx'
import type { View } from './ProjectsToolbar.tsx'

const ProjectsTable = lazy(() => import('./ProjectsTable.tsx'))

/** Asks for the list otherwise: what is not named stays, `undefined` takes it away. */
export type Change = (part: { [Key in keyof ListSearch]?: ListSearch[Key] | undefined }) => void

type Props = {
  slug: string
  search: ListSearch
  view: View
  newProject: ReactNode
  onChange: Change
  onClear: () => void
}

/** One page of the answer, or what there is to say in its place. */
export function ProjectsList({ slug, search, view, newProject, onChange, onClear }: Props) {
  const query = useQuery({
    ...api.projects.list.queryOptions({ input: listInput(slug, search) }),
    placeholderData: keepPreviousData,
    refetchInterval: pollUntil(
      (list: { projects: readonly ProjectSummary[] }) =>
        !list.projects.some((project) => isBusy(project.status)),
      4 * SECOND,
    ),
  })
  const { data, error, isPlaceholderData } = query
  if (error && !data) return <QueryError title="The projects could not be loaded" query={query} />
  if (!data) return <ProjectCardsSkeleton />
  const { projects, pagination } = data
  if (projects.length === 0)
    return isFiltered(search) ? <NoneFound onClear={onClear} /> : <NoProjects action={newProject} />
  return (
    <>
      {view === 'cards' ? (
        <ProjectCards projects={projects} isStale={isPlaceholderData} />
      ) : (
        <Suspense fallback={<ProjectCardsSkeleton />}>
          <ProjectsTable
            projects={projects}
            isStale={isPlaceholderData}
            sort={search.sort ?? 'name_asc'}
            onSort={(sort) => onChange({ sort })}
          />
        </Suspense>
      )}
      {pagination.count > PAGE_SIZE && (
        <Pagination
          page={search.page ?? 1}
          onChange={(page) => onChange({ page })}
          pageSize={PAGE_SIZE}
          total={pagination.count}
          noun="projects"
        />
      )}
    </>
  )
}
