import type { Session } from '@plinth/contract'
import { useQueryClient } from '@tanstack/react-query'
import { sessionOptions } from './session.ts'

/** Takes over the session a call has started; what was fetched before it, for nobody or another person, goes. */
export function useStartSession(): (session: Session) => void {
  const queries = useQueryClient()
  return (session) => {
    queries.clear()
    queries.setQueryData(sessionOptions().queryKey, session)
  }
}
