import { createFileRoute } from '@tanstack/react-router'
import { useProject } from '#app/api/project.ts'
import { ApiSettingsPage } from '#app/features/api-settings/ApiSettingsPage.tsx'
import { PageColumn } from '#app/layouts/PageColumn.tsx'

export const Route = createFileRoute('/_app/project/$ref/settings/api')({
  staticData: { title: { page: 'API', product: 'Settings' } },
  component: function Api() {
    const project = useProject(Route.useParams().ref)
    return (
      <PageColumn width="form">
        <ApiSettingsPage key={project.ref} project={project} />
      </PageColumn>
    )
  },
})
