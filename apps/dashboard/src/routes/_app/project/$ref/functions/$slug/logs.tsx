import { createFileRoute } from '@tanstack/react-router'
import { FunctionLogs } from '#app/layouts/FunctionLogs.tsx'
import { logSearch } from '#app/features/logs/filters.ts'

export const Route = createFileRoute('/_app/project/$ref/functions/$slug/logs')({
  staticData: { title: { page: 'Logs', product: 'Edge functions' } },
  validateSearch: logSearch,
  component: function LogsOfFunction() {
    const { ref, slug } = Route.useParams()
    return (
      <FunctionLogs
        projectRef={ref}
        slug={slug}
        collection="function_logs"
        search={Route.useSearch()}
      />
    )
  },
})
