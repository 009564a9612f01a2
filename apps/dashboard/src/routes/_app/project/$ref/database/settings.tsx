import { createFileRoute } from '@tanstack/react-router'
import { useProject } from '#app/api/project.ts'
import { DatabaseSettingsPage } from '#app/features/database-settings/DatabaseSettingsPage.tsx'
import { PageColumn } from '#app/layouts/PageColumn.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/settings')({
  staticData: { title: { page: 'Settings', product: 'Database' } },
  component: function DatabaseSettings() {
    const project = useProject(Route.useParams().ref)
    return (
      <PageColumn width="form">
        <DatabaseSettingsPage key={project.ref} project={project} />
      </PageColumn>
    )
  },
})
