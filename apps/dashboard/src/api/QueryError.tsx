import { ErrorState } from '@plinth/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { messageOf } from './errors.ts'

type Props = {
  /** What could not be loaded. */
  readonly title: string
  readonly query: Pick<UseQueryResult, 'error' | 'refetch' | 'isRefetching'>
  readonly className?: string
}

/** Where a query failed and there is nothing to show: its error's own words, and a way to ask again. */
export const QueryError = ({ title, query, className }: Props) => (
  <ErrorState
    title={title}
    message={messageOf(query.error)}
    onRetry={() => void query.refetch()}
    retrying={query.isRefetching}
    className={className}
  />
)
