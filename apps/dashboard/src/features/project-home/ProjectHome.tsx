import { COMPUTE } from '@plinth/contract'
import { Badge, PageHeader } from '@plinth/ui'
import { Suspense, lazy } from 'react'
import { useProject } from '#app/api/project.ts'
import { ProjectStatusDot } from '#app/lib/ProjectStatusDot.tsx'
import { Connection } from './Connection.tsx'
import { ExampleProjects } from './ExampleProjects.tsx'
import { Facts } from './Facts.tsx'
import { headingOf } from './heading.ts'
import { LastOperation } from './LastOperation.tsx'
import { ServiceHealth } from './ServiceHealth.tsx'

const UnhealthyCard = lazy(() => import('./UnhealthyCard.tsx'))

/** What a project is and how it is doing, at a glance. */
export function ProjectHome({ projectRef }: { projectRef: string }) {
  const project = useProject(projectRef)
  return (
    <>
      <PageHeader
        title={headingOf(project)}
        badge={
          <span className="flex items-center gap-3">
            <Badge>{COMPUTE[project.instance_size].label}</Badge>
            <ProjectStatusDot status={project.status} />
          </span>
        }
      />
      {project.status === 'ACTIVE_UNHEALTHY' && (
        <Suspense>
          <UnhealthyCard project={project} />
        </Suspense>
      )}
      <Facts project={project} />
      <Connection project={project} />
      <div className="grid gap-4 lg:grid-cols-2">
        <ServiceHealth project={project} />
        <LastOperation project={project} />
      </div>
      <ExampleProjects />
    </>
  )
}
