import { Outlet, useParams } from '@tanstack/react-router'
import { useProject } from '#app/api/project.ts'
import { ProjectGate } from '#app/features/project-status/ProjectGate.tsx'
import { UnhealthyBanner } from '#app/features/project-status/UnhealthyBanner.tsx'
import { WarningBanner } from '#app/features/resource-warnings/WarningBanner.tsx'
import { outcomePages, statusPages } from './status-pages.tsx'

/** Every page of a project, or what its status puts in the page's place. */
export function ProjectLayout() {
  const { ref } = useParams({ from: '/_app/project/$ref' })
  const project = useProject(ref)
  return (
    <div className="flex h-full flex-col">
      <UnhealthyBanner project={project} />
      <WarningBanner projectRef={ref} />
      <div className="min-h-0 flex-1">
        {/* what was watched of one project is not told on another's page */}
        <ProjectGate
          key={ref}
          project={project}
          pages={statusPages(project)}
          outcomes={outcomePages(project)}
        >
          <Outlet />
        </ProjectGate>
      </div>
    </div>
  )
}
