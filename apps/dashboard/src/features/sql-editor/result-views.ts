import type { QueryError, StatementResult, TextResult } from '@plinth/contract'
import { formatCount, hasTable, tabTitle } from './result-text.ts'

// nobody listens to a hundred of them
const ANNOUNCED = 3

export type ResultView = { readonly id: string; readonly title: string } & (
  | { readonly kind: 'result'; readonly result: StatementResult; readonly index: number }
  | { readonly kind: 'error'; readonly error: QueryError }
  | { readonly kind: 'notices'; readonly notices: TextResult['notices'] }
)

/** What a run has to show, a tab each: its results, then what went wrong, then what the database said beside. */
export function resultViews({ statements, error, notices }: TextResult): ResultView[] {
  const results = statements.map((result, index): ResultView => ({
    kind: 'result',
    id: `result-${index}`,
    title: tabTitle(result, index),
    result,
    index,
  }))
  return [
    ...results,
    ...(error ? [{ kind: 'error', id: 'error', title: 'Error', error } as const] : []),
    ...(notices.length > 0
      ? [
          {
            kind: 'notices',
            id: 'notices',
            title: formatCount(notices.length, 'notice'),
            notices,
          } as const,
        ]
      : []),
  ]
}

/** What is said aloud when a run has ended well; an error speaks for itself. */
export const announcement = ({ statements, error }: TextResult): string =>
  error
    ? ''
    : statements
        .map((result, index) => tabTitle(result, index))
        .slice(-ANNOUNCED)
        .join(', ')

/** The tab to show first: the error, else the last table, else what came last. */
export function firstView(views: readonly ResultView[]): string | undefined {
  const error = views.find(({ kind }) => kind === 'error')
  const table = views.findLast((view) => view.kind === 'result' && hasTable(view.result))
  const last = views.findLast(({ kind }) => kind === 'result')
  return (error ?? table ?? last ?? views[0])?.id
}
