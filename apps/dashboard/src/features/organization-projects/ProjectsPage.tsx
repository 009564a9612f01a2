import type { ProjectSummary } from '@plinth/contract'
import { Button, ErrorState, PageHeader, Pagination } from '@plinth/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { pollUntil } from '#app/api/poll-until.ts'
import { useMay } from '#app/api/session.ts'
import { SECOND } from '#app/lib/date.ts'
import { isBusy } from '#app/lib/project-status.ts'
import { stored } from '#app/lib/stored.ts'
import { DeletedProjects } from './DeletedProjects.tsx'
import { type ListSearch, PAGE_SIZE, isFiltered, listInput } from './list-search.ts'
import { NoProjects, NoneFound } from './NoProjects.tsx'
import { ProjectCards, ProjectCardsSkeleton } from './ProjectCards.tsx'
import { ProjectsTable } from './ProjectsTable.tsx'
import { ProjectsToolbar, type View } from './ProjectsToolbar.tsx'

const storedView = stored(
  'projects-view',
  (value): value is View => value === 'cards' || value === 'table',
)

/** The projects of an organization. What is searched, filtered and sorted stands in the address. */
export function ProjectsPage({ slug, search }: { slug: string; search: ListSearch }) {
  const [view, setView] = useState<View>(() => storedView.read() ?? 'cards')
  const navigate = useNavigate({ from: '/org/$slug/' })
  const [clears, setClears] = useState(0)
  const change = (part: { [Key in keyof ListSearch]?: ListSearch[Key] | undefined }) =>
    // another question begins on its first page, unless the page is what was asked for
    void navigate({
      search: (before) => ({ ...before, page: undefined, ...part }) as ListSearch, // parsed again by the route
      replace: 'search' in part,
    })

  const { data, error, isPlaceholderData, refetch, isRefetching } = useQuery({
    ...api.projects.list.queryOptions({ input: listInput(slug, search) }),
    placeholderData: keepPreviousData,
    refetchInterval: pollUntil(
      (list: { projects: readonly ProjectSummary[] }) =>
        !list.projects.some((project) => isBusy(project.status)),
      4 * SECOND,
    ),
  })
  const projects = data?.projects ?? []
  const newProject = <NewProject slug={slug} />

  return (
    <>
      <PageHeader title="Projects" actions={newProject} />
      <div className="flex flex-col gap-4">
        <ProjectsToolbar
          // made anew when the filters are cleared from below, so that its box empties too
          key={clears}
          search={search}
          onChange={change}
          view={view}
          onView={(next) => {
            storedView.write(next)
            setView(next)
          }}
        />
        {error ? (
          <ErrorState
            title="The projects could not be loaded"
            message={messageOf(error)}
            onRetry={() => void refetch()}
            retrying={isRefetching}
          />
        ) : !data ? (
          <ProjectCardsSkeleton />
        ) : projects.length === 0 ? (
          isFiltered(search) ? (
            <NoneFound
              onClear={() => {
                setClears(clears + 1)
                change({ search: undefined, status: undefined })
              }}
            />
          ) : (
            <NoProjects action={newProject} />
          )
        ) : view === 'cards' ? (
          <ProjectCards projects={projects} isStale={isPlaceholderData} />
        ) : (
          <ProjectsTable
            projects={projects}
            isStale={isPlaceholderData}
            sort={search.sort ?? 'name_asc'}
            onSort={(sort) => change({ sort })}
          />
        )}
        {data && data.pagination.count > PAGE_SIZE && (
          <Pagination
            page={search.page ?? 1}
            onChange={(page) => change({ page })}
            pageSize={PAGE_SIZE}
            total={data.pagination.count}
            noun="projects"
          />
        )}
      </div>
      <DeletedProjects slug={slug} />
    </>
  )
}

function NewProject({ slug }: { slug: string }) {
  const mayCreate = useMay('projects:create', { organizationSlug: slug })
  const content = (
    <>
      <Plus aria-hidden />
      New project
    </>
  )
  return mayCreate ? (
    <Button asChild variant="primary">
      <Link to="/new/$slug" params={{ slug }}>
        {content}
      </Link>
    </Button>
  ) : (
    <Button variant="primary" disabledReason="You need additional permissions to create projects">
      {content}
    </Button>
  )
}
