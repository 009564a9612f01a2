import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { connection } from './connection.ts'
import { hasCode, isAnswer } from './errors.ts'
import { isReachable } from './is-reachable.ts'
import './notify-at-once.ts'

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

/** Looks whether a failure means that the platform has gone; a call to a project may fail by itself. */
const noticeSilence = async (error: unknown) => {
  if (!isAnswer(error) && !(await isReachable())) connection.note('lost')
}

const noticeFailedQuery = (error: unknown, query: Query<unknown, unknown, unknown>) => {
  if (query.meta !== PROBE) noticeSignOut(error)
  void noticeSilence(error)
}

const noticeFailedMutation = (error: unknown) => {
  noticeSignOut(error)
  void noticeSilence(error)
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeFailedQuery }),
  mutationCache: new MutationCache({ onError: noticeFailedMutation }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      networkMode: 'always',
      // what the platform has answered it would answer again; only a lost connection is worth another try
      retry: (failures, error) => failures < 2 && !isAnswer(error),
    },
    // a machine that is off the internet still reaches a platform that runs on it, and a button that
    // waits for the internet would only look as if it did nothing
    mutations: { networkMode: 'always' },
  },
})
