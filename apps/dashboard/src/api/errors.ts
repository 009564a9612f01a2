import { ORPCError } from '@orpc/client'
import type { ErrorCode, FieldErrors } from '@plinth/contract'
import { requestIdOf } from './request-ids.ts'

/** Did the platform refuse with this code? */
export const hasCode = (error: unknown, ...codes: readonly ErrorCode[]): boolean =>
  // the client's codes are open strings; only membership is asked
  error instanceof ORPCError && (codes as readonly string[]).includes(error.code)

/** Something addressed is not there, or is somebody else's, which looks the same. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ORPCError && error.status === 404

/** Has the platform answered at all? What it has not is a network's failure and may pass. */
export const isAnswer = (error: unknown): error is ORPCError<string, unknown> =>
  error instanceof ORPCError

/** What went wrong, as a sentence for the person who asked for it. */
export const messageOf = (error: unknown): string => {
  if (isAnswer(error)) {
    // what failed on the platform's side is found in its log by the number
    const id = error.status >= 500 ? requestIdOf(error) : undefined
    return id ? `${error.message} (request ${id})` : error.message
  }
  // fetch says "Failed to fetch" and the like, which tells nobody what to do
  if (error instanceof TypeError) return 'The platform cannot be reached. Is it running?'
  return error instanceof Error ? error.message : 'Something went wrong'
}

/** What is wrong with each field of a refused form, by path; empty for any other failure. */
export const fieldErrorsOf = (error: unknown): FieldErrors['fields'] => {
  if (!isAnswer(error) || error.code !== 'BAD_INPUT') return {}
  const data = error.data
  if (typeof data !== 'object' || data === null || !('fields' in data)) return {}
  return data.fields as FieldErrors['fields'] // the contract's shape for this code
}

/** Why there is no archive of stored files, as the platform found it. */
export const noArchiveReason = (error: unknown): string | undefined => {
  if (!isAnswer(error) || error.code !== 'STORAGE_ARCHIVE_NOT_FOUND') return undefined
  const data = error.data
  if (typeof data !== 'object' || data === null || !('reason' in data)) return undefined
  return `${String(data.reason)}.`
}

/** How long to wait, where the platform asked for that. */
export const retryAfterSeconds = (error: unknown): number | undefined => {
  if (!isAnswer(error) || error.code !== 'TOO_MANY_REQUESTS') return undefined
  const data = error.data
  if (typeof data !== 'object' || data === null || !('retryAfterSeconds' in data)) return undefined
  return Number(data.retryAfterSeconds)
}
