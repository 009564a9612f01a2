import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { hasCode, isAnswer } from './errors.ts'

const signedOutListeners = new Set<() => void>()

/** Calls back when the platform answers that nobody is signed in. */
export const onSignedOut = (listener: () => void): (() => void) => {
  signedOutListeners.add(listener)
  return () => signedOutListeners.delete(listener)
}

/** Looks whether a failure means that nobody is signed in any more. */
export const noticeSignOut = (error: unknown) => {
  if (hasCode(error, 'UNAUTHORIZED')) for (const listener of signedOutListeners) listener()
}

/** Marks a query that only asks whether somebody is signed in: 'nobody' is an answer then. */
export const PROBE = { isProbe: true } as const

const noticeFailedQuery = (error: unknown, query: Query<unknown, unknown, unknown>) => {
  if (query.meta !== PROBE) noticeSignOut(error)
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeFailedQuery }),
  mutationCache: new MutationCache({ onError: noticeSignOut }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // what the platform has answered it would answer again; only a lost connection is worth another try
      retry: (failures, error) => failures < 2 && !isAnswer(error),
    },
  },
})
