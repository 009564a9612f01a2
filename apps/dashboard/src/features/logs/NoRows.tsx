import type { LogCollection, Project } from '@plinth/contract'
import { Button, CodeBlock, EmptyState } from '@plinth/ui'
import { ScrollText, SearchX } from 'lucide-react'
import { COPY } from './collections.ts'

/** Nothing to show: because of the filters, or because there is nothing yet. */
export function NoRows({
  project,
  collection,
  isNarrowed,
  onClear,
}: {
  project: Project
  collection: LogCollection
  isNarrowed: boolean
  onClear: () => void
}) {
  if (isNarrowed) {
    return (
      <EmptyState
        framed={false}
        icon={<SearchX aria-hidden />}
        title="No rows match"
        action={<Button onClick={onClear}>Clear search and filters</Button>}
      >
        Nothing of this time is like that. Choose a longer time, or search for less.
      </EmptyState>
    )
  }
  const { emptyTitle, empty, cause } = COPY[collection]
  const command = cause(project)
  return (
    <EmptyState framed={false} icon={<ScrollText aria-hidden />} title={emptyTitle}>
      <span className="block">{empty}</span>
      {command && (
        <span className="mt-3 block text-left">
          <CodeBlock code={command} aria-label="What makes a row appear" copy wrap />
        </span>
      )}
    </EmptyState>
  )
}
