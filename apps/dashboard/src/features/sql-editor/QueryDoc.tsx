import { SkeletonLines } from '@plinth/ui'
import type { SqlEditorHandle } from '@plinth/ui/sql-editor'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useCallback, useEffect, useRef, useState } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import { useEntityTitle } from '#app/lib/entity-title.tsx'
import { ConfirmLosses } from './ConfirmLosses.tsx'
import { completionOptions } from './queries.ts'
import { ResultsPane } from './ResultsPane.tsx'
import { readRowLimit, rowLimitOf, writeRowLimit } from './row-limit.ts'
import { type RunState, shownAnswer } from './run-state.ts'
import type { Saver } from './saver.ts'
import { SplitPanes } from './SplitPanes.tsx'
import type { TextToRun } from './text-to-run.ts'
import { Toolbar } from './Toolbar.tsx'
import { useErrorMark } from './use-error-mark.ts'
import { type DocOptions, useQueryDoc } from './use-query-doc.ts'
import { useRunRequest } from './use-run-request.ts'
import type { RunSettings } from './use-runs.ts'

const SqlEditor = lazy(() =>
  import('@plinth/ui/sql-editor').then((editor) => ({ default: editor.SqlEditor })),
)

// the editor hears its own keys, where Escape has work of its own; an open dialog has the rest
const OUTSIDE_EDITOR = {
  enableOnFormTags: true,
  preventDefault: true,
  ignoreEventWhen: () => document.querySelector('[role=dialog]') !== null,
}

export type QueryDocProps = DocOptions & {
  isReadOnly: boolean
  runState: RunState
  onRun: (docId: string, text: TextToRun, settings: RunSettings) => void
  onCancel: (docId: string) => void
  /** Hands the page the query on screen, and takes it back when it goes. */
  onSaver: (saver: Saver | null) => void
}

/** One query: its text above, what came of it below. */
export function QueryDoc(props: QueryDocProps) {
  const { docId, projectRef, canSave, isReadOnly, runState, onSaver } = props
  const { saver, text, saveState } = useQueryDoc(props)
  const editor = useRef<SqlEditorHandle>(null)
  const [hasSelection, setHasSelection] = useState(false)
  const [rowLimit, setRowLimit] = useState(readRowLimit)
  const completion = useQuery(completionOptions(projectRef))
  const { place, marker } = useErrorMark(shownAnswer(runState), saver, text.sql)
  useEntityTitle(text.name ?? undefined)

  useEffect(() => {
    onSaver(saver)
    return () => onSaver(null)
  }, [saver, onSaver])

  const { request, ...asking } = useRunRequest({
    run: (toRun) => props.onRun(docId, toRun, { rowLimit: rowLimitOf(rowLimit), isReadOnly }),
    // whoever may only read destroys nothing
    isAsked: !isReadOnly,
  })
  // these keep their identity through every key that is pressed, and so the results below their peace
  const run = useCallback(() => {
    const runnable = editor.current?.runnable()
    if (runnable) request({ sql: runnable.sql, offset: runnable.from })
  }, [request])
  const insert = useCallback((sql: string) => editor.current?.insert(sql), [])
  const save = () => {
    if (canSave) void saver.flush()
  }
  const isRunning = runState.kind === 'running'
  const cancel = () => props.onCancel(docId)

  useHotkeys('mod+enter', run, OUTSIDE_EDITOR)
  useHotkeys('mod+s', save, OUTSIDE_EDITOR)
  useHotkeys('escape', cancel, { ...OUTSIDE_EDITOR, enabled: isRunning })

  return (
    <div className="flex h-full min-h-0 flex-col">
      <Toolbar
        text={text}
        saveState={saveState}
        isNew={!saver.isOnServer()}
        canSave={canSave}
        isReadOnly={isReadOnly}
        isRunning={isRunning}
        hasSelection={hasSelection}
        rowLimit={rowLimit}
        onRowLimit={(value) => {
          setRowLimit(value)
          writeRowLimit(value)
        }}
        onRename={(name) => {
          saver.change({ name })
          save()
        }}
        onSave={save}
        onRun={run}
        onCancel={cancel}
      />
      {!canSave && (
        <p role="note" className="border-b border-line bg-warning-soft px-4 py-1.5 text-xs text-fg">
          Your queries will not be saved as you do not have sufficient permissions
        </p>
      )}
      <SplitPanes
        editor={
          <Suspense
            fallback={<SkeletonLines lines={4} label="Loading the editor" className="p-4" />}
          >
            <SqlEditor
              ref={editor}
              aria-label="SQL query"
              value={text.sql}
              onChange={(sql) => saver.change({ sql })}
              {...(completion.data && { schema: completion.data.schemas })}
              onRun={({ sql, from }) => request({ sql, offset: from })}
              onSave={save}
              onSelectionChange={setHasSelection}
              error={marker}
              // whoever opens the editor came to write; a phone's keyboard would cover half of it
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus={matchMedia('(pointer: fine)').matches}
              placeholder="select * from …"
            />
          </Suspense>
        }
        results={
          <ResultsPane
            run={runState}
            place={place}
            name={text.name}
            isEmpty={text.sql.trim() === ''}
            isReadOnly={isReadOnly}
            onInsert={insert}
            onRun={run}
          />
        }
      />
      <ConfirmLosses {...asking} />
    </div>
  )
}
