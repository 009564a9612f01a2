import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { fieldErrorsOf, hasCode, isNotFound, messageOf, retryAfterSeconds } from './errors.ts'
import { markError, noteRequestId, requestIdOf } from './request-ids.ts'

const refusal = (code: string, status: number, data?: unknown) =>
  new ORPCError(code, { status, message: `Said by ${code}`, data })

test('a refusal is told by its code, never by its words', () => {
  expect(hasCode(refusal('FORBIDDEN', 403), 'FORBIDDEN', 'UNAUTHORIZED')).toBe(true)
  expect(hasCode(refusal('INTERNAL', 500), 'FORBIDDEN')).toBe(false)
  expect(hasCode(new Error('FORBIDDEN'), 'FORBIDDEN')).toBe(false)
})

test('what is absent and what is somebody else’s look the same', () => {
  expect(isNotFound(refusal('PROJECT_NOT_FOUND', 404))).toBe(true)
  expect(isNotFound(refusal('FORBIDDEN', 403))).toBe(false)
})

test('a sentence for every failure', () => {
  expect(messageOf(refusal('LAST_OWNER', 409))).toBe('Said by LAST_OWNER')
  expect(messageOf(new TypeError('Failed to fetch'))).toBe(
    'The platform cannot be reached. Is it running?',
  )
  expect(messageOf(new Error('Odd'))).toBe('Odd')
  expect(messageOf('thrown text')).toBe('Something went wrong')
})

test('fields and waits are read only from the codes that carry them', () => {
  const fields = { name: ['Enter a name'] }
  expect(fieldErrorsOf(refusal('BAD_INPUT', 422, { fields }))).toEqual(fields)
  expect(fieldErrorsOf(refusal('LAST_OWNER', 409, { fields }))).toEqual({})
  expect(retryAfterSeconds(refusal('TOO_MANY_REQUESTS', 429, { retryAfterSeconds: 12 }))).toBe(12)
  expect(retryAfterSeconds(refusal('BAD_INPUT', 422, { retryAfterSeconds: 12 }))).toBeUndefined()
})

test('a failure of the platform names the request, so that it can be found in the log', async () => {
  const failure = refusal('INTERNAL', 500)
  const call = { context: {} }
  const answer = { headers: { 'x-request-id': 'abc' } }
  await expect(
    markError({
      ...call,
      next: async () => {
        await noteRequestId({ ...call, next: async () => answer })
        throw failure
      },
    }),
  ).rejects.toBe(failure)
  expect(requestIdOf(failure)).toBe('abc')
  expect(messageOf(failure)).toBe('Said by INTERNAL (request abc)')
  expect(requestIdOf(refusal('INTERNAL', 500))).toBeUndefined()
})
