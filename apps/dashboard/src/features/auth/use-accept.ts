import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#app/api/client.ts'
import { useStartSession } from '#app/api/use-start-session.ts'

/** Accepts an invitation and goes to the organization it was for. */
export function useAccept(slug: string, onError: (error: unknown) => void) {
  const navigate = useNavigate()
  const startSession = useStartSession()
  return useMutation(
    api.invitations.accept.mutationOptions({
      onSuccess: (session) => {
        startSession(session)
        void navigate({ to: '/org/$slug', params: { slug } })
      },
      onError,
    }),
  )
}
