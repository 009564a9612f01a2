import { createFileRoute } from '@tanstack/react-router'
import { useProject } from '#app/api/project.ts'
import { VaultPage } from '#app/features/vault/VaultPage.tsx'
import { PageColumn } from '#app/layouts/PageColumn.tsx'

export const Route = createFileRoute('/_app/project/$ref/settings/vault')({
  staticData: { title: { page: 'Vault', product: 'Settings' } },
  component: function VaultSettings() {
    const project = useProject(Route.useParams().ref)
    return (
      <PageColumn width="form">
        <VaultPage key={project.ref} project={project} />
      </PageColumn>
    )
  },
})
