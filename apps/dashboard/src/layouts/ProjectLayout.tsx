import { Outlet, useParams } from '@tanstack/react-router'
import { useProject } from '#app/api/project.ts'
import { DeleteProject } from '#app/features/project-deletion/DeleteProject.tsx'
import { ProjectGate } from '#app/features/project-status/ProjectGate.tsx'

/** Every page of a project, or what its status puts in the page's place. */
export function ProjectLayout() {
  const { ref } = useParams({ from: '/_app/project/$ref' })
  const project = useProject(ref)
  return (
    <ProjectGate project={project} deletion={<DeleteProject project={project} />}>
      <Outlet />
    </ProjectGate>
  )
}
