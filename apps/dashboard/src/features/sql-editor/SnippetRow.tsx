import { DropdownMenu, IconButton, Spinner, cn } from '@plinth/ui'
import { Link } from '@tanstack/react-router'
import { Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { memo } from 'react'
import type { SnippetSummary } from './queries.ts'
import type { SnippetTask } from './SnippetDialogs.tsx'

type SnippetRowProps = {
  projectRef: string
  snippet: SnippetSummary
  isOpen: boolean
  isRunning: boolean
  canSave: boolean
  onTask: (task: SnippetTask) => void
  onDuplicate: (snippet: SnippetSummary) => void
}

/** One saved query in the menu. */
export const SnippetRow = memo(function SnippetRow(props: SnippetRowProps) {
  const { projectRef, snippet, isOpen, isRunning, canSave, onTask, onDuplicate } = props
  const disabledReason = canSave ? undefined : 'You need additional permissions to change queries'
  return (
    <li
      className={cn(
        'group flex items-center rounded-md text-sm text-muted hover:bg-hover hover:text-fg',
        isOpen && 'bg-active font-medium text-fg',
      )}
    >
      <Link
        to="/project/$ref/sql/$id"
        params={{ ref: projectRef, id: snippet.id }}
        preload={false}
        className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md px-2"
      >
        <span className="truncate" title={snippet.name}>
          {snippet.name}
        </span>
        {isRunning && <Spinner label="Running" className="size-3.5 shrink-0" />}
      </Link>
      <DropdownMenu
        trigger={
          <IconButton
            label={`Actions for ${snippet.name}`}
            tooltip={false}
            size="xs"
            icon={<Ellipsis aria-hidden />}
            className={cn(
              'mr-1 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100 pointer-coarse:opacity-100',
              !isOpen && 'opacity-0',
            )}
          />
        }
        items={[
          {
            label: 'Rename',
            icon: <Pencil aria-hidden />,
            disabledReason,
            onSelect: () => onTask({ kind: 'rename', snippet }),
          },
          {
            label: 'Duplicate',
            icon: <Copy aria-hidden />,
            disabledReason,
            onSelect: () => onDuplicate(snippet),
          },
          'separator',
          {
            label: 'Delete',
            icon: <Trash2 aria-hidden />,
            tone: 'danger',
            disabledReason,
            onSelect: () => onTask({ kind: 'delete', snippet }),
          },
        ]}
      />
    </li>
  )
})
