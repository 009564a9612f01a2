import type { ResourceWarning } from '@plinth/contract'
import { useQuery } from '@tanstack/react-query'
import { type ShownWarning, shownWarning } from '#app/lib/resource-warnings.ts'
import { MINUTE } from '#app/lib/time.ts'
import { api } from './client.ts'

// kept an hour (spec §9), and pushed when it changes
const warningsOptions = api.resources.warnings.queryOptions({ input: {}, staleTime: 60 * MINUTE })

/** All that one project runs short of; undefined where that is nothing. */
export function useResourceWarning(ref: string): ResourceWarning | undefined {
  return useQuery(warningsOptions).data?.find(({ project }) => project === ref)
}

/** The one thing to say of each project that runs short of something, by its reference. */
export function useResourceWarnings(): ReadonlyMap<string, ShownWarning> {
  const { data = [] } = useQuery(warningsOptions)
  return new Map(
    data.flatMap((warning) => {
      const shown = shownWarning(warning)
      return shown ? [[warning.project, shown] as const] : []
    }),
  )
}
