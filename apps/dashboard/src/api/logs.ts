import { useQuery } from '@tanstack/react-query'
import { MINUTE } from '#app/lib/time.ts'
import { api } from './client.ts'

/** How long a project's logs are kept; a day until it is known. */
export function useKeptDays(ref: string): number {
  const { data } = useQuery({
    ...api.logs.collections.queryOptions({ input: { ref } }),
    staleTime: 10 * MINUTE,
  })
  return data?.retention_days ?? 1
}
