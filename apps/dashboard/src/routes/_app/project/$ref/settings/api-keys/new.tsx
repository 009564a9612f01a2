import { createFileRoute } from '@tanstack/react-router'
import { useProject } from '#app/api/project.ts'
import { ApiKeysPage } from '#app/features/api-keys/ApiKeysPage.tsx'
import { PageColumn } from '#app/layouts/PageColumn.tsx'

export const Route = createFileRoute('/_app/project/$ref/settings/api-keys/new')({
  staticData: { title: { page: 'API keys', product: 'Settings' } },
  component: function ApiKeys() {
    const project = useProject(Route.useParams().ref)
    return (
      <PageColumn width="form">
        <ApiKeysPage key={project.ref} project={project} />
      </PageColumn>
    )
  },
})
