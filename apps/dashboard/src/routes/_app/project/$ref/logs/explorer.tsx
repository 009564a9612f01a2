import { createFileRoute } from '@tanstack/react-router'
import { useKeptDays } from '#app/api/logs.ts'
import { useProject } from '#app/api/project.ts'
import { ExplorerPage } from '#app/features/log-explorer/ExplorerPage.tsx'
import { explorerSearch } from '#app/features/log-explorer/explorer-search.ts'

export const Route = createFileRoute('/_app/project/$ref/logs/explorer')({
  staticData: { title: { page: 'Logs explorer', product: 'Logs' } },
  validateSearch: explorerSearch,
  component: function Explorer() {
    const { ref } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <ExplorerPage
        key={ref}
        project={useProject(ref)}
        search={search}
        keptDays={useKeptDays(ref)}
        onSearch={(patch) =>
          void navigate({
            search: (before) => explorerSearch({ ...before, ...patch }),
            replace: true,
            resetScroll: false,
          })
        }
      />
    )
  },
})
