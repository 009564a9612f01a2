import { Button, SearchInput, SkeletonLines } from '@plinth/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { memo, useState } from 'react'
import { messageOf } from '#app/api/errors.ts'
import { useDelayed } from '#app/lib/use-delayed.ts'
import { snippetListOptions, type SnippetSummary } from './queries.ts'
import type { Runs } from './run-state.ts'
import type { SnippetTask } from './SnippetDialogs.tsx'
import { SnippetRow } from './SnippetRow.tsx'

export type SnippetMenuProps = {
  projectRef: string
  openId: string | undefined
  canSave: boolean
  runs: Runs
  onNew: () => void
  onTask: (task: SnippetTask) => void
  onDuplicate: (snippet: SnippetSummary) => void
}

/** A project's saved queries. */
export const SnippetMenu = memo(function SnippetMenu(props: SnippetMenuProps) {
  const { projectRef, openId, canSave, runs, onNew, onTask, onDuplicate } = props
  const [search, setSearch] = useState('')
  const wanted = useDelayed(search.trim())
  const list = useInfiniteQuery(snippetListOptions(projectRef, wanted))
  const snippets = list.data?.pages.flatMap((page) => page.snippets) ?? []

  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex flex-col gap-2 p-3">
        <Button asChild onClick={onNew}>
          <Link to="/project/$ref/sql" params={{ ref: projectRef }} activeOptions={{ exact: true }}>
            <Plus aria-hidden />
            New query
          </Link>
        </Button>
        <SearchInput
          aria-label="Search saved queries"
          placeholder="Search queries…"
          size="sm"
          className="sm:max-w-none"
          value={search}
          onChange={setSearch}
        />
      </div>
      <nav aria-label="Saved queries" className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
        {list.isPending && <SkeletonLines lines={5} label="Loading queries" className="p-2" />}
        {list.isError && (
          <div role="alert" className="p-2 text-xs text-muted">
            <p>Failed to load queries: {messageOf(list.error)}</p>
            <Button size="xs" className="mt-2" onClick={() => void list.refetch()}>
              Try again
            </Button>
          </div>
        )}
        {list.isSuccess && snippets.length === 0 && (
          <p className="p-2 text-xs text-pretty text-muted">
            {wanted
              ? `No saved query has "${wanted}" in its name or text.`
              : 'Queries you save stand here, newest first.'}
          </p>
        )}
        <ul>
          {snippets.map((snippet: SnippetSummary) => (
            <SnippetRow
              key={snippet.id}
              projectRef={projectRef}
              snippet={snippet}
              isOpen={snippet.id === openId}
              isRunning={runs.get(snippet.id)?.kind === 'running'}
              canSave={canSave}
              onTask={onTask}
              onDuplicate={onDuplicate}
            />
          ))}
        </ul>
        {list.hasNextPage && (
          <Button
            size="sm"
            variant="ghost"
            className="mt-1 w-full"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </nav>
    </div>
  )
})
