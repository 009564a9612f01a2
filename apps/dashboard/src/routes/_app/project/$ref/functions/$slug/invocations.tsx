import { createFileRoute } from '@tanstack/react-router'
import { FunctionLogs } from '#app/layouts/FunctionLogs.tsx'
import { logSearch } from '#app/features/logs/filters.ts'

export const Route = createFileRoute('/_app/project/$ref/functions/$slug/invocations')({
  staticData: { title: { page: 'Invocations', product: 'Edge functions' } },
  validateSearch: logSearch,
  component: function InvocationsOfFunction() {
    const { ref, slug } = Route.useParams()
    return (
      <FunctionLogs
        projectRef={ref}
        slug={slug}
        collection="function_edge_logs"
        search={Route.useSearch()}
      />
    )
  },
})
