import type { LogCollection } from '@plinth/contract'
import { useNavigate } from '@tanstack/react-router'
import { useKeptDays } from '#app/api/logs.ts'
import { useProject } from '#app/api/project.ts'
import { type LogSearch, withoutEmpty } from '#app/features/logs/filters.ts'
import { LogCollectionPage } from '#app/features/logs/LogCollectionPage.tsx'

type Props = {
  readonly projectRef: string
  readonly slug: string
  readonly collection: LogCollection
  readonly search: LogSearch
}

/** What a collection holds of one function, as it happens. */
export function FunctionLogs({ projectRef, slug, collection, search }: Props) {
  const navigate = useNavigate()
  return (
    <LogCollectionPage
      key={`${projectRef} ${slug}`}
      project={useProject(projectRef)}
      collection={collection}
      onlyFunction={slug}
      search={search}
      keptDays={useKeptDays(projectRef)}
      onSearch={(patch) =>
        void navigate({
          to: '.',
          search: (before) => withoutEmpty({ ...before, ...patch }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
