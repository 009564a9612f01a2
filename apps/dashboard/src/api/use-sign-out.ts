import { toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { api } from './client.ts'
import { messageOf } from './errors.ts'

/**
 * Ends the session here. The page is loaded anew rather than navigated: nothing that was fetched for
 * one person may stay in memory for the next.
 */
export function useSignOut(): () => void {
  const { mutate } = useMutation(
    api.auth.signOut.mutationOptions({
      onSuccess: () => location.assign('/sign-in'),
      onError: (error) => toast.error(`Failed to sign out: ${messageOf(error)}`),
    }),
  )
  return () => mutate({})
}
