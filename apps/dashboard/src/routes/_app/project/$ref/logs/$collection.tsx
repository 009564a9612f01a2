import { LogCollection } from '@plinth/contract'
import { createFileRoute } from '@tanstack/react-router'
import { useKeptDays } from '#app/api/logs.ts'
import { useProject } from '#app/api/project.ts'
import { logSearch, withoutEmpty } from '#app/features/logs/filters.ts'
import { LogCollectionPage } from '#app/features/logs/LogCollectionPage.tsx'
import { NotFoundPage } from '#app/layouts/NotFoundPage.tsx'

export const Route = createFileRoute('/_app/project/$ref/logs/$collection')({
  staticData: { title: { page: 'Logs' } },
  validateSearch: logSearch,
  component: function Collection() {
    const { ref, collection: slug } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    const project = useProject(ref)
    const collection = collectionOf(slug)
    const keptDays = useKeptDays(ref)
    if (!collection) return <NotFoundPage />
    return (
      <LogCollectionPage
        key={`${ref} ${collection}`}
        project={project}
        collection={collection}
        search={search}
        keptDays={keptDays}
        onSearch={(patch) =>
          void navigate({
            search: (before) => withoutEmpty({ ...before, ...patch }),
            replace: true,
            resetScroll: false,
          })
        }
      />
    )
  },
})

const collectionOf = (slug: string) =>
  LogCollection.options.find((name) => name.replaceAll('_', '-') === slug)
