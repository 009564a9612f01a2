import { LOG_QUERY_LIMITS, type LogQueryAnswer } from '@plinth/contract'
import { Alert, EmptyState, SegmentedControl, Select, Spinner } from '@plinth/ui'
import { Link } from '@tanstack/react-router'
import { ChartColumn, SquareTerminal, Table2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { count } from '#app/lib/count.ts'
import { asText, barsOf, chartChoice, isNumber } from './chart-choice.ts'
import type { ExplorerSearch } from './explorer-search.ts'
import { topicOf } from './help-topics.ts'

const ResultGrid = lazy(() =>
  import('@plinth/ui/grid').then((grid) => ({ default: grid.ResultGrid })),
)
const BarChart = lazy(() => import('#app/lib/BarChart.tsx'))

type AnswerPaneProps = {
  projectRef: string
  /** Of the address, so that a link into the reference keeps the query. */
  search: ExplorerSearch
  answer: LogQueryAnswer | undefined
  isRunning: boolean
  /** What went wrong with the call itself. */
  failure: string | undefined
}

/** What came of a query: rows as a table or a chart, or what is wrong with it. */
export function AnswerPane({ projectRef, search, answer, isRunning, failure }: AnswerPaneProps) {
  if (isRunning) return <Spinner label="Asking the logs" className="m-4" />
  if (failure !== undefined) return <Trouble message={failure} />
  if (!answer) {
    return (
      <EmptyState framed={false} icon={<SquareTerminal aria-hidden />} title="Nothing asked yet">
        Write a query or take a template, choose a time, and run it.
      </EmptyState>
    )
  }
  const { error } = answer
  if (error) {
    return (
      <Trouble message={error.message} hint={error.hint}>
        {error.docs_url && (
          <Link
            to="/project/$ref/logs/explorer"
            params={{ ref: projectRef }}
            search={{ ...search, help: topicOf(error.docs_url) }}
            className="rounded-sm font-medium underline underline-offset-3"
          >
            Read what to write instead
          </Link>
        )}
      </Trouble>
    )
  }
  return <Answer answer={answer} />
}

const Trouble = ({
  message,
  hint,
  children,
}: {
  message: string
  hint?: string | null
  children?: ReactNode
}) => (
  <div className="p-3">
    <Alert tone="critical" title={message}>
      {hint && <p>{hint}</p>}
      {children}
    </Alert>
  </div>
)

function Answer({ answer }: { answer: LogQueryAnswer }) {
  const { columns, result, truncated } = answer
  const [view, setView] = useState<'table' | 'chart'>('table')
  const standard = chartChoice(columns)
  const [chosen, setChosen] = useState<{ x?: string; y?: string }>({})
  if (result.length === 0) {
    return (
      <EmptyState
        framed={false}
        icon={<Table2 aria-hidden />}
        title="No results returned from query"
      >
        Nothing of the chosen time is like that.
      </EmptyState>
    )
  }
  const names = columns.map(({ name }) => name)
  const known = (name: string | undefined) => (name && names.includes(name) ? name : undefined)
  const axes = standard && {
    x: known(chosen.x) ?? standard.x,
    y: known(chosen.y) ?? standard.y,
  }
  const choices = (of: typeof columns) => of.map(({ name }) => ({ value: name, label: name }))
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2">
        <p className="text-xs text-muted">
          {truncated
            ? `The first ${LOG_QUERY_LIMITS.rows.toLocaleString('en')} rows; there are more`
            : count(result.length, 'row')}
        </p>
        {view === 'chart' && axes && (
          <div className="flex flex-wrap items-center gap-2">
            <Select
              size="sm"
              className="w-40"
              aria-label="Along the ground"
              value={axes.x}
              options={choices(columns)}
              onChange={(x) => setChosen({ ...chosen, x })}
            />
            <Select
              size="sm"
              className="w-40"
              aria-label="Height of the bars"
              value={axes.y}
              options={choices(columns.filter(({ type }) => isNumber(type)))}
              onChange={(y) => setChosen({ ...chosen, y })}
            />
          </div>
        )}
        <SegmentedControl
          className="ml-auto"
          size="sm"
          aria-label="Show as"
          value={view}
          onChange={setView}
          options={[
            { value: 'table', label: 'Table', icon: <Table2 aria-hidden /> },
            { value: 'chart', label: 'Chart', icon: <ChartColumn aria-hidden /> },
          ]}
        />
      </div>
      <Suspense fallback={<Spinner label="Loading the result" className="m-4" />}>
        {view === 'table' ? (
          <div className="min-h-64 flex-1">
            <AnswerTable answer={answer} />
          </div>
        ) : axes ? (
          <div className="p-3">
            <BarChart
              label={`${axes.y} by ${axes.x}, ${count(result.length, 'bar')}`}
              bars={barsOf(answer, axes)}
              series={[{ label: axes.y, className: 'fill-accent' }]}
            />
          </div>
        ) : (
          <p className="p-4 text-sm text-muted">
            A chart needs a column of numbers and another one to set them against.
          </p>
        )}
      </Suspense>
    </div>
  )
}

/** Apart, because the table measures its columns again with every new list of rows. */
function AnswerTable({ answer }: { answer: LogQueryAnswer }) {
  const [shown, setShown] = useState(() => ({ answer, rows: asText(answer) }))
  if (shown.answer !== answer) setShown({ answer, rows: asText(answer) })
  return <ResultGrid aria-label="Result" columns={answer.columns} rows={shown.rows} />
}
