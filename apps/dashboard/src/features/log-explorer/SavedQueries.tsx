import type { SnippetSummary } from '@plinth/contract'
import { ConfirmDialog, IconButton, toast } from '@plinth/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { messageOf } from '#app/api/errors.ts'
import { deleteQuery, savedOptions } from './saved.ts'

/** The saved queries in the side menu; a click opens one in the explorer. */
export function SavedQueries({ projectRef }: { projectRef: string }) {
  const { data, error } = useQuery(savedOptions(projectRef))
  const [doomed, setDoomed] = useState<SnippetSummary>()
  const remove = useMutation({
    mutationFn: ({ id }: SnippetSummary) => deleteQuery(projectRef, id),
    onSuccess: (_done, { name }) => {
      toast.success(`Deleted "${name}"`)
      setDoomed(undefined)
    },
    onError: (failure) => toast.error(`Failed to delete query: ${messageOf(failure)}`),
  })
  if (error && !data) return <Said>They could not be loaded: {messageOf(error)}</Said>
  if (!data) return null
  if (data.snippets.length === 0) return <Said>Queries you save in the explorer stand here.</Said>
  return (
    <ul className="flex flex-col gap-0.5">
      {data.snippets.map((snippet) => (
        <li key={snippet.id} className="group relative">
          <Link
            to="/project/$ref/logs/explorer"
            params={{ ref: projectRef }}
            search={{ saved: snippet.id }}
            activeOptions={{ includeSearch: true }}
            className="flex h-8 items-center rounded-md pr-9 pl-2.5 text-sm text-muted hover:bg-hover hover:text-fg focus-visible:-outline-offset-2 aria-[current=page]:bg-active aria-[current=page]:font-medium aria-[current=page]:text-fg"
          >
            <span className="truncate">{snippet.name}</span>
          </Link>
          <IconButton
            variant="ghost"
            size="sm"
            label={`Delete ${snippet.name}`}
            icon={<Trash2 aria-hidden />}
            className="absolute top-0.5 right-0.5 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100"
            onClick={() => setDoomed(snippet)}
          />
        </li>
      ))}
      <ConfirmDialog
        open={doomed !== undefined}
        onOpenChange={() => setDoomed(undefined)}
        title={`Delete "${doomed?.name ?? ''}"?`}
        description="The saved text is gone for good."
        confirmLabel="Delete query"
        variant="danger"
        loading={remove.isPending}
        onConfirm={() => doomed && remove.mutate(doomed)}
      />
    </ul>
  )
}

const Said = ({ children }: { children: ReactNode }) => (
  <p className="px-2.5 text-xs text-pretty text-subtle">{children}</p>
)
