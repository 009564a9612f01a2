import { expect, test } from 'vitest'
import { adviceOn } from './error-advice.ts'

const error = (sqlstate: string) => ({
  message: '',
  sqlstate,
  detail: null,
  hint: null,
  position: null,
  statementIndex: 0,
})

test.each([
  ['57014', false, /after 50 seconds/],
  ['25006', true, /may read only/],
  ['25006', false, undefined],
  ['42501', true, /may read only/],
  ['42501', false, undefined],
  ['57P01', false, /stopped or restarted/],
  ['42601', true, undefined],
])('%s, read-only %s', (code, isReadOnly, expected) => {
  const advice = adviceOn(error(code), isReadOnly)
  if (expected) expect(advice).toMatch(expected)
  else expect(advice).toBeUndefined()
})
