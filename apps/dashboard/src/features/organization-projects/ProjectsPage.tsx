import { Button, PageHeader } from '@plinth/ui'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#app/api/session.ts'
import { stored } from '#app/lib/stored.ts'
import { DeletedProjects } from './DeletedProjects.tsx'
import type { ListSearch } from './list-search.ts'
import { type Change, ProjectsList } from './ProjectsList.tsx'
import { ProjectsToolbar, type View } from './ProjectsToolbar.tsx'

const storedView = stored(
  'projects-view',
  (value): value is View => value === 'cards' || value === 'table',
)

/** The projects of an organization. What is searched, filtered and sorted stands in the address. */
export function ProjectsPage({ slug, search }: { slug: string; search: ListSearch }) {
  const [view, setView] = useState<View>(() => storedView.read() ?? 'cards')
  const [clears, setClears] = useState(0)
  const navigate = useNavigate({ from: '/org/$slug/' })
  const change: Change = (part) =>
    // another question begins on its first page, unless the page is what was asked for
    void navigate({
      search: (before) => ({ ...before, page: undefined, ...part }) as ListSearch, // parsed again by the route
      replace: 'search' in part,
    })
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
        <ProjectsList
          slug={slug}
          search={search}
          view={view}
          newProject={newProject}
          onChange={change}
          onClear={() => {
            setClears(clears + 1)
            change({ search: undefined, status: undefined })
          }}
        />
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
