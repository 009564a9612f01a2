import { Skeleton } from '@plinth/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryError } from './QueryError.tsx'

type Props<Data> = {
  readonly query: UseQueryResult<Data>
  /** What to say where it could not be loaded. */
  readonly failure: string
  /** Stands where the content will. */
  readonly skeleton?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** What a query brought. A failure shows only where there is nothing older to show. */
export function Loaded<Data>({
  query,
  failure,
  skeleton = <Skeleton className="h-40" />,
  children,
}: Props<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <QueryError title={failure} query={query} />
  return skeleton
}
