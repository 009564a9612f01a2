import { Badge, Button, Kbd, Select } from '@plinth/ui'
import { Lock, Play, Square } from 'lucide-react'
import { MOD } from './keys.ts'
import { QueryName } from './QueryName.tsx'
import { ROW_LIMIT_OPTIONS } from './row-limit.ts'
import { SaveStatus } from './SaveStatus.tsx'
import type { QueryText, SaveState } from './saver.ts'

export type ToolbarProps = {
  text: QueryText
  saveState: SaveState
  isNew: boolean
  canSave: boolean
  isReadOnly: boolean
  isRunning: boolean
  hasSelection: boolean
  rowLimit: string
  onRowLimit: (value: string) => void
  onRename: (name: string) => void
  onSave: () => void
  onRun: () => void
  onCancel: () => void
}

/** Everything one does with the query as a whole. */
export function Toolbar(props: ToolbarProps) {
  const { text, saveState, isNew, canSave, isReadOnly, isRunning, hasSelection } = props
  return (
    <div
      role="toolbar"
      aria-label="Query"
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-b border-line bg-surface px-3 py-2"
    >
      <div className="flex min-w-0 flex-1 basis-56 items-center gap-1.5">
        <h1 className="flex min-w-0">
          <QueryName
            name={text.name}
            disabledReason={
              canSave ? undefined : 'You need additional permissions to rename queries'
            }
            onRename={props.onRename}
          />
        </h1>
        <SaveStatus
          state={saveState}
          isNew={isNew}
          isEmpty={text.sql.trim() === ''}
          canSave={canSave}
          onSave={props.onSave}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {isReadOnly && (
          <Badge icon={<Lock aria-hidden />} title="Your role may read, not change">
            Read-only
          </Badge>
        )}
        <Select
          aria-label="Row limit"
          size="sm"
          className="w-26"
          value={props.rowLimit}
          options={ROW_LIMIT_OPTIONS}
          onChange={props.onRowLimit}
        />
        {isRunning ? (
          <Button
            size="sm"
            icon={<Square aria-hidden />}
            className="min-w-28"
            onClick={props.onCancel}
          >
            Cancel
          </Button>
        ) : (
          <Button
            size="sm"
            variant="primary"
            className="min-w-28"
            icon={<Play aria-hidden />}
            disabledReason={text.sql.trim() === '' ? 'Write a query first' : undefined}
            onClick={props.onRun}
          >
            {hasSelection ? 'Run selection' : 'Run'}
            <Kbd
              aria-hidden
              className="border-current/30 bg-transparent text-current max-md:hidden"
            >
              {MOD}↵
            </Kbd>
          </Button>
        )}
      </div>
    </div>
  )
}
