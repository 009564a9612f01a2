import { createFileRoute } from '@tanstack/react-router'
import { useProject } from '#app/api/project.ts'
import { ProjectGeneralPage } from '#app/features/project-settings/ProjectGeneralPage.tsx'
import { PageColumn } from '#app/layouts/PageColumn.tsx'
import { ProjectDeletion } from '#app/layouts/ProjectDeletion.tsx'

export const Route = createFileRoute('/_app/project/$ref/settings/general')({
  staticData: { title: { page: 'General', product: 'Settings' } },
  component: function General() {
    const project = useProject(Route.useParams().ref)
    return (
      <PageColumn width="form">
        <ProjectGeneralPage
          key={project.ref}
          project={project}
          deletion={<ProjectDeletion project={project} />}
        />
      </PageColumn>
    )
  },
})
