import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '#app/api/client.ts'
import { pollUntil } from '#app/api/poll-until.ts'
import { queryClient } from '#app/api/query-client.ts'
import { SECOND } from '#app/lib/time.ts'
import type { SecretUpdate } from './keys-note.ts'

/** How the newest change of the JWT secret stands; asked each second while one runs (spec §4). */
export const secretUpdateOptions = (ref: string) =>
  api.jwtSecret.status.queryOptions({
    input: { ref },
    refetchInterval: pollUntil(
      ({ update_status: update }) => update?.status !== 'Updating',
      SECOND,
    ),
  })

/** The change, and with its end everything that was made from the old secret is fetched again. */
export function useSecretUpdate(ref: string): SecretUpdate {
  const { data } = useQuery(secretUpdateOptions(ref))
  const update = data?.update_status
  const before = useRef(update?.status)
  useEffect(() => {
    const hasEnded = before.current === 'Updating' && update?.status !== 'Updating'
    before.current = update?.status
    if (hasEnded) void refreshKeys(ref)
  }, [ref, update?.status])
  return update
}

export const refreshKeys = (ref: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: api.settings.view.key({ input: { ref } }) }),
    queryClient.invalidateQueries({ queryKey: api.restConfig.view.key({ input: { ref } }) }),
    queryClient.invalidateQueries({ queryKey: api.apiKeys.key() }),
  ])
