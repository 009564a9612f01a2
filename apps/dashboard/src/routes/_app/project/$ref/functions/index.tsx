import { createFileRoute } from '@tanstack/react-router'
import { useProject } from '#app/api/project.ts'
import { FunctionsPage } from '#app/features/functions/FunctionsPage.tsx'
import { PageColumn } from '#app/layouts/PageColumn.tsx'

export const Route = createFileRoute('/_app/project/$ref/functions/')({
  staticData: { title: { page: 'Edge functions' } },
  component: function Functions() {
    const project = useProject(Route.useParams().ref)
    return (
      <PageColumn>
        <FunctionsPage key={project.ref} project={project} />
      </PageColumn>
    )
  },
})
