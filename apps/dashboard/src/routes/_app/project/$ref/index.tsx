import { createFileRoute } from '@tanstack/react-router'
import { ProjectHome } from '#app/features/project-home/ProjectHome.tsx'
import { PageColumn } from '#app/layouts/PageColumn.tsx'

export const Route = createFileRoute('/_app/project/$ref/')({
  component: function Home() {
    return (
      <PageColumn>
        <ProjectHome projectRef={Route.useParams().ref} />
      </PageColumn>
    )
  },
})
