import { cn, DropdownMenu, IconButton } from '@plinth/ui'
import { MoreHorizontal, Plus } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { type Draft, tabAfter } from './files.ts'

type Props = {
  readonly draft: Draft
  readonly active: string
  readonly isReadOnly: boolean
  readonly panelId: string
  readonly tabId: (name: string) => string
  readonly onOpen: (name: string) => void
  readonly onAdd: () => void
  readonly onRename: (name: string) => void
  readonly onRemove: (name: string) => void
}

/** The files of a function, the open one marked. */
export const FileTabs = (props: Props) => {
  const { draft, active, isReadOnly, panelId, tabId, onOpen, onAdd } = props
  const names = draft.files.map(({ name }) => name)
  const move = (event: KeyboardEvent) => {
    const to = tabAfter(names, active, event.key)
    if (to === undefined) return
    event.preventDefault()
    onOpen(to)
    document.getElementById(tabId(to))?.focus()
  }
  return (
    <div className="flex h-10 shrink-0 items-center gap-1 overflow-x-auto border-b border-line bg-surface px-2">
      <div role="tablist" aria-label="Files" className="flex gap-1">
        {names.map((name) => (
          <button
            key={name}
            id={tabId(name)}
            type="button"
            role="tab"
            aria-selected={name === active}
            aria-controls={panelId}
            // the arrow keys reach the others
            tabIndex={name === active ? 0 : -1}
            onClick={() => onOpen(name)}
            onKeyDown={move}
            className={cn(
              'h-7 rounded-md px-2.5 font-mono text-xs whitespace-nowrap text-muted hover:bg-hover hover:text-fg focus-visible:-outline-offset-2',
              name === active && 'bg-active text-fg',
            )}
          >
            {name}
          </button>
        ))}
      </div>
      {!isReadOnly && (
        <>
          <IconButton size="sm" label="Add a file" icon={<Plus aria-hidden />} onClick={onAdd} />
          <span className="grow" />
          <DropdownMenu
            trigger={
              <IconButton
                size="sm"
                label={`Actions for ${active}`}
                icon={<MoreHorizontal aria-hidden />}
              />
            }
            items={[
              { label: 'Rename', onSelect: () => props.onRename(active) },
              'separator',
              {
                label: 'Remove',
                tone: 'danger',
                disabledReason:
                  active === draft.entrypoint ? 'The function begins with this file' : undefined,
                onSelect: () => props.onRemove(active),
              },
            ]}
          />
        </>
      )}
    </div>
  )
}
