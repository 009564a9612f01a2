import { LOG_COLLECTIONS, type Project } from '@plinth/contract'
import { copyText, Spinner, toast } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { useProjectMay } from '#app/api/session.ts'
import { TimeRangePicker } from '#app/lib/TimeRangePicker.tsx'
import { momentsOf, rangeFrom, rangeParams, type TimeRange } from '#app/lib/time-range.ts'
import { AnswerPane } from './AnswerPane.tsx'
import { type ExplorerSearch, STANDARD_RANGE } from './explorer-search.ts'
import { FieldReference } from './FieldReference.tsx'
import { keepRecent } from './recent.ts'
import { loadQuery } from './saved.ts'
import { SaveQueryDialog } from './SaveQueryDialog.tsx'
import { TEMPLATES } from './templates.ts'
import { Toolbar } from './Toolbar.tsx'

const SqlEditor = lazy(() =>
  import('@plinth/ui/sql-editor').then((editor) => ({ default: editor.SqlEditor })),
)

// what completion offers; the same object, or the editor would be configured again and again
const SCHEMA = {
  logs: Object.fromEntries(
    Object.entries(LOG_COLLECTIONS).map(([name, { fields }]) => [name, Object.keys(fields)]),
  ),
}

type ExplorerPageProps = {
  project: Project
  search: ExplorerSearch
  keptDays: number
  onSearch: (patch: ExplorerSearch) => void
}

/** Asks a project's logs in SQL. */
export function ExplorerPage({ project, search, keptDays, onSearch }: ExplorerPageProps) {
  const { ref } = project
  const range = rangeFrom(search, STANDARD_RANGE)
  const [draft, setDraft] = useState(search.sql ?? TEMPLATES[0].sql)
  const [asked, setAsked] = useState(() => ask(search.sql ?? '', range))
  const [isSaving, setSaving] = useState(false)
  const maySave = useProjectMay('snippets:write', project)
  useSaved({ ref, id: search.saved, onLoaded: setDraft })

  const { data, error, isFetching } = useQuery({
    ...api.logs.all.queryOptions({
      input: {
        ref,
        sql: asked.sql,
        iso_timestamp_start: asked.start,
        iso_timestamp_end: asked.end,
      },
    }),
    // spec §5: log queries run only when a project ref and non-empty sql exist
    enabled: ref !== '' && asked.sql.trim() !== '',
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  })

  function run(sql: string, over: TimeRange = range) {
    if (sql.trim() === '') return
    setAsked(ask(sql, over))
    keepRecent(ref, sql)
    onSearch({ sql, saved: undefined, ...rangeParams(over, STANDARD_RANGE) })
  }

  const position = data?.error?.position
  return (
    <div className="flex h-full min-h-[40rem] flex-col">
      <header className="flex flex-col gap-3 border-b border-line px-4 py-3">
        <h1 className="text-lg font-semibold">Logs explorer</h1>
        <Toolbar
          projectRef={ref}
          isRunning={isFetching}
          isEmpty={draft.trim() === ''}
          saveRefusal={
            maySave
              ? undefined
              : 'Your queries will not be saved as you do not have sufficient permissions'
          }
          range={
            <TimeRangePicker
              value={range}
              keptDays={keptDays}
              // what was asked is asked again of the new range
              onChange={(next) =>
                asked.sql ? run(asked.sql, next) : onSearch(rangeParams(next, STANDARD_RANGE))
              }
            />
          }
          onRun={() => run(draft)}
          onPick={setDraft}
          onSave={() => setSaving(true)}
          onShare={() => void share(ref, draft, range)}
          onReference={() => onSearch({ help: 'fields' })}
        />
      </header>
      <div className="h-56 shrink-0 border-b border-line">
        <Suspense fallback={<Spinner label="Loading the editor" className="m-4" />}>
          <SqlEditor
            aria-label="Query over logs"
            value={draft}
            onChange={setDraft}
            schema={SCHEMA}
            defaultSchema="logs"
            onRun={({ sql }) => run(sql)}
            onSave={() => maySave && setSaving(true)}
            error={
              data?.error && position != null && asked.sql === draft
                ? { from: position, to: position, message: data.error.message }
                : undefined
            }
          />
        </Suspense>
      </div>
      <AnswerPane
        projectRef={ref}
        search={search}
        answer={data}
        isRunning={isFetching}
        failure={error ? messageOf(error) : undefined}
      />
      <FieldReference topic={search.help} onClose={() => onSearch({ help: undefined })} />
      <SaveQueryDialog
        projectRef={ref}
        sql={draft}
        open={isSaving}
        onClose={() => setSaving(false)}
      />
    </div>
  )
}

/** The moments are fixed when it is run, so that the same answer stays on screen. */
const ask = (sql: string, range: TimeRange) => ({ sql, ...momentsOf(range) })

/** A link that shows these very rows to a colleague: between two moments, whatever the clock says then. */
async function share(ref: string, sql: string, range: TimeRange) {
  const params = new URLSearchParams({ sql, ...momentsOf(range) })
  const link = `${location.origin}/project/${ref}/logs/explorer?${params.toString()}`
  if (await copyText(link)) toast.success('Copied a link to this query')
  else toast.error('Could not copy the link')
}

type Saved = { ref: string; id: string | undefined; onLoaded: (sql: string) => void }

/** Brings the saved query of the address into the editor. */
function useSaved({ ref, id, onLoaded }: Saved) {
  useEffect(() => {
    if (id === undefined) return undefined
    let isWanted = true
    loadQuery(ref, id).then(
      (sql) => isWanted && onLoaded(sql),
      (error: unknown) =>
        isWanted && toast.error(`Failed to open the saved query: ${messageOf(error)}`),
    )
    return () => {
      isWanted = false
    }
  }, [ref, id, onLoaded])
}
