import type { ProjectSummary } from '@plinth/contract'
import { COMPUTE } from '@plinth/contract'
import { Skeleton, cn } from '@plinth/ui'
import { Link } from '@tanstack/react-router'
import { useResourceWarnings } from '#app/api/resource-warnings.ts'
import { ProjectStatusDot } from '#app/lib/ProjectStatusDot.tsx'
import { placeOf } from '#app/lib/place-of.ts'
import type { ShownWarning } from '#app/lib/resource-warnings.ts'
import { WarningBadge } from '#app/lib/WarningBadge.tsx'

const gridStyles = 'grid gap-3 sm:grid-cols-2 lg:grid-cols-3'
const cardStyles = 'flex h-30 flex-col justify-between rounded-lg border border-line bg-surface p-4'

export function ProjectCards({
  projects,
  isStale,
}: {
  projects: readonly ProjectSummary[]
  /** The answer to a newer question is on its way. */
  isStale: boolean
}) {
  const warnings = useResourceWarnings()
  return (
    <ul
      aria-busy={isStale}
      className={cn(gridStyles, 'transition-opacity', isStale && 'opacity-60')}
    >
      {projects.map((project) => (
        <li key={project.ref} className="min-w-0">
          <ProjectCard project={project} warning={warnings.get(project.ref)} />
        </li>
      ))}
    </ul>
  )
}

const ProjectCard = ({
  project,
  warning,
}: {
  project: ProjectSummary
  warning: ShownWarning | undefined
}) => (
  <Link
    to="/project/$ref"
    params={{ ref: project.ref }}
    className={cn(
      cardStyles,
      'transition-colors duration-100 hover:border-line-strong hover:bg-hover',
    )}
  >
    <span className="min-w-0">
      <span className="flex items-center justify-between gap-2">
        <span className="truncate text-base font-medium">{project.name}</span>
        {warning && <WarningBadge warning={warning} />}
      </span>
      <span className="block truncate text-xs text-muted">{placeOf(project)}</span>
    </span>
    <span className="flex items-center justify-between gap-2">
      <ProjectStatusDot status={project.status} />
      <span className="text-xs text-muted">
        Postgres {project.postgres_engine} · {COMPUTE[project.instance_size].label}
      </span>
    </span>
  </Link>
)

/** As many cards as fill the first screen, in their final size. */
export const ProjectCardsSkeleton = () => (
  <div role="status" aria-label="Loading the projects" className={gridStyles}>
    {Array.from({ length: 6 }, (_, card) => (
      <div key={card} className={cardStyles}>
        <div className="flex flex-col gap-2">
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-3 w-1/3" />
        </div>
        <Skeleton className="h-3 w-2/5" />
      </div>
    ))}
  </div>
)
