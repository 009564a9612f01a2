import type { LogRow } from '@plinth/contract'
import { expect, test } from 'vitest'
import { endOf, lineOf, markOf } from './row-text.ts'

const row = (fields: Record<string, unknown>): LogRow => ({
  id: '1',
  timestamp: '2026-01-02T03:04:05Z',
  event_message: 'the line',
  ...fields,
})

test.each([
  [{ status_code: 200 }, '200', 'success'],
  [{ status_code: 304 }, '304', 'success'],
  [{ status_code: 401 }, '401', 'warning'],
  [{ status_code: 503 }, '503', 'danger'],
  [{ error_severity: 'FATAL' }, 'FATAL', 'danger'],
  [{ error_severity: 'LOG' }, 'LOG', 'neutral'],
  [{ level: 'warning' }, 'warning', 'warning'],
  [{}, 'log', 'neutral'],
])('the mark of %o', (fields, label, tone) => {
  expect(markOf(row(fields))).toEqual({ label, tone })
})

test('a request is its address, everything else what it says', () => {
  const request = {
    method: 'GET',
    path: '/todos',
    search: 'a=eq.1',
    service: 'rest',
    took_ms: 3.21,
  }
  expect(lineOf(row(request))).toBe('GET /rest/todos?a=eq.1')
  expect(endOf(row(request))).toBe('3.2 ms')
  expect(endOf(row({ ...request, took_ms: 120.6 }))).toBe('121 ms')
  expect(lineOf(row({}))).toBe('the line')
  expect(endOf(row({ function_slug: 'hello' }))).toBe('hello')
})
