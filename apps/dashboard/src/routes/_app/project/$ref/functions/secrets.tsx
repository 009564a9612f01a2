import { createFileRoute } from '@tanstack/react-router'
import { useProject } from '#app/api/project.ts'
import { SecretsPage } from '#app/features/functions/SecretsPage.tsx'
import { PageColumn } from '#app/layouts/PageColumn.tsx'

export const Route = createFileRoute('/_app/project/$ref/functions/secrets')({
  staticData: { title: { page: 'Secrets', product: 'Edge functions' } },
  component: function Secrets() {
    const project = useProject(Route.useParams().ref)
    return (
      <PageColumn width="form">
        <SecretsPage key={project.ref} project={project} />
      </PageColumn>
    )
  },
})
