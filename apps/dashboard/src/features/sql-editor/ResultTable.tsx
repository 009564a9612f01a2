import type { StatementResult } from '@plinth/contract'
import { Spinner } from '@plinth/ui'
import { Suspense, lazy } from 'react'
import { truncation } from './result-text.ts'

const ResultGrid = lazy(() =>
  import('@plinth/ui/grid').then((grid) => ({ default: grid.ResultGrid })),
)

type ResultTableProps = { result: StatementResult; rowLimit: number | null; label: string }

/** One statement's rows. */
export function ResultTable({ result, rowLimit, label }: ResultTableProps) {
  const notice = truncation(result, rowLimit)
  if (result.rows.length === 0) {
    return (
      <div className="p-4">
        <p className="text-sm text-muted">No results returned from query</p>
        <p className="mt-1 font-mono text-xs text-subtle">
          {result.columns.map(({ name }) => name).join(', ')}
        </p>
      </div>
    )
  }
  return (
    <>
      {notice && (
        <p role="note" className="border-b border-line bg-warning-soft px-4 py-1.5 text-xs text-fg">
          {notice}
        </p>
      )}
      <div className="min-h-0 flex-1">
        <Suspense fallback={<Spinner label="Loading the table" className="m-4" />}>
          <ResultGrid aria-label={label} columns={result.columns} rows={result.rows} />
        </Suspense>
      </div>
    </>
  )
}
