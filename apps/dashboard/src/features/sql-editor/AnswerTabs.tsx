import { Select, Tab, TabPanel, Tabs, TabsList } from '@plinth/ui'
import { CircleAlert, Info } from 'lucide-react'
import { useState } from 'react'
import { duration } from '#app/lib/time.ts'
import type { ErrorPlace } from './error-place.ts'
import { ExportMenu } from './ExportMenu.tsx'
import { hasTable, outcome, statementTime } from './result-text.ts'
import { firstView, resultViews, type ResultView } from './result-views.ts'
import { ResultTable } from './ResultTable.tsx'
import { RunError } from './RunError.tsx'
import type { Answered } from './run-state.ts'

type AnswerTabsProps = {
  run: Answered
  place: ErrorPlace | undefined
  name: string | null
  isReadOnly: boolean
}

// a script of hundreds of statements would fill the row of tabs; a list holds them
const TABS_AT_MOST = 15

// the tab shown first may stand far to the right of a long row
const intoView = (tab: HTMLElement | null) =>
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** What a run answered: a tab for every statement, the error and the notices. */
export function AnswerTabs({ run, place, name, isReadOnly }: AnswerTabsProps) {
  const { result } = run
  const views = resultViews(result)
  const [first] = useState(() => firstView(views))
  const [chosen, setChosen] = useState(first)
  const view = views.find(({ id }) => id === chosen)
  if (!view) return <p className="p-4 text-sm text-muted">No results returned from query</p>

  return (
    <Tabs value={view.id} onValueChange={setChosen} className="min-h-0 flex-1 gap-0">
      <div className="flex items-center gap-2 border-b border-line pr-2">
        <div className="min-w-0 flex-1">
          {views.length > TABS_AT_MOST ? (
            <ViewSelect views={views} value={view.id} onChange={setChosen} />
          ) : (
            <TabsList aria-label="Results" className="mx-0 border-b-0 px-4">
              {views.map((each) => (
                <Tab key={each.id} value={each.id} ref={each.id === first ? intoView : undefined}>
                  <ViewIcon view={each} />
                  {each.title}
                </Tab>
              ))}
            </TabsList>
          )}
        </div>
        {views.length > 1 && (
          <span className="text-xs whitespace-nowrap text-subtle max-lg:hidden">
            {duration(run.elapsedMs)} in all
          </span>
        )}
        {view.kind === 'result' && hasTable(view.result) && (
          <ExportMenu
            result={view.result}
            index={view.index}
            count={result.statements.length}
            name={name ?? ''}
          />
        )}
      </div>
      <TabPanel value={view.id} className="flex min-h-0 flex-1 flex-col rounded-none">
        <ViewContent view={view} run={run} place={place} isReadOnly={isReadOnly} />
      </TabPanel>
    </Tabs>
  )
}

const ViewIcon = ({ view }: { view: ResultView }) => {
  if (view.kind === 'error') return <CircleAlert aria-hidden className="text-danger-text" />
  return view.kind === 'notices' ? <Info aria-hidden /> : null
}

type ViewSelectProps = {
  views: readonly ResultView[]
  value: string
  onChange: (id: string) => void
}

const ViewSelect = ({ views, value, onChange }: ViewSelectProps) => (
  <Select
    aria-label="Result"
    size="sm"
    className="my-1 ml-3 w-72 max-w-full"
    value={value}
    onChange={onChange}
    options={views.map((view) => ({ value: view.id, label: view.title }))}
  />
)

type ViewContentProps = Omit<AnswerTabsProps, 'name'> & { view: ResultView }

function ViewContent({ view, run, place, isReadOnly }: ViewContentProps) {
  switch (view.kind) {
    case 'error':
      return (
        <RunError
          error={view.error}
          place={place}
          isSeveral={view.error.statementIndex > 0}
          isReadOnly={isReadOnly}
        />
      )
    case 'notices':
      return (
        <ul className="min-h-0 flex-1 overflow-auto p-4 font-mono text-xs leading-5">
          {view.notices.map(({ severity, message, detail, hint }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- notices repeat and never move
            <li key={index} className="break-words whitespace-pre-wrap">
              <span className="text-muted">{severity}:</span> {message}
              {detail && <span className="block pl-4 text-muted">{detail}</span>}
              {hint && <span className="block pl-4 text-muted">{hint}</span>}
            </li>
          ))}
        </ul>
      )
    case 'result':
      return hasTable(view.result) ? (
        <ResultTable result={view.result} rowLimit={run.sent.rowLimit} label={view.title} />
      ) : (
        <div className="p-4">
          <p className="text-sm font-medium text-fg">{outcome(view.result)}</p>
          <p className="mt-1 text-xs text-muted">
            <span className="font-mono">{view.result.command}</span> in {statementTime(view.result)}
          </p>
        </div>
      )
  }
}
