import { createFileRoute } from '@tanstack/react-router'
import { useProject } from '#app/api/project.ts'
import { GraphiqlPage } from '#app/features/graphiql/GraphiqlPage.tsx'

export const Route = createFileRoute('/_app/project/$ref/api/graphiql')({
  staticData: { title: { page: 'GraphiQL', product: 'GraphQL' } },
  component: function Graphiql() {
    const { ref } = Route.useParams()
    return <GraphiqlPage key={ref} project={useProject(ref)} />
  },
})
