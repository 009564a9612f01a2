import { SettingsSection, Skeleton } from '@plinth/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { QueryError } from './QueryError.tsx'

type Props = {
  readonly title: string
  readonly query: Pick<UseQueryResult, 'error' | 'refetch' | 'isRefetching'>
  /** What to say where it could not be loaded. */
  readonly failure: string
}

/** A section of settings while what it shows is not there. */
export const PendingSection = ({ title, query, failure }: Props) => (
  <SettingsSection title={title}>
    {query.error ? (
      <QueryError title={failure} query={query} />
    ) : (
      <div>
        <Skeleton className="h-8 w-64" />
      </div>
    )}
  </SettingsSection>
)
