import { useQuery } from '@tanstack/react-query'
import { type ShownWarning, shownWarning } from '#app/lib/resource-warnings.ts'
import { MINUTE } from '#app/lib/time.ts'
import { api } from './client.ts'

/** What projects run short of, by their reference; kept an hour (spec §9), and pushed when it changes. */
export function useResourceWarnings(): ReadonlyMap<string, ShownWarning> {
  const { data = [] } = useQuery(
    api.resources.warnings.queryOptions({ input: {}, staleTime: 60 * MINUTE }),
  )
  return new Map(
    data.flatMap((warning) => {
      const shown = shownWarning(warning)
      return shown ? [[warning.project, shown] as const] : []
    }),
  )
}
