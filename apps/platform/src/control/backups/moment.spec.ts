import { expect, test } from 'vitest'
import { momentOf } from './moment.ts'

const range = {
  earliest: new Date('2026-01-01T00:00:00.700Z'),
  latest: new Date('2026-01-02T00:00:00.300Z'),
}
const unix = (text: string) => new Date(text).getTime() / 1000

test('a second in between is taken as it is', () => {
  expect(momentOf(unix('2026-01-01T12:00:00Z'), range)).toEqual(new Date('2026-01-01T12:00:00Z'))
})

test('the second of the earliest moment means that moment', () => {
  expect(momentOf(unix('2026-01-01T00:00:00Z'), range)).toEqual(range.earliest)
})

test.each(['2025-12-31T23:59:59Z', '2026-01-02T00:00:01Z'])('%s is refused', (text) => {
  expect(() => momentOf(unix(text), range)).toThrow(
    expect.objectContaining({ code: 'MOMENT_NOT_RECOVERABLE' }),
  )
})

test('without a backup every moment is refused', () => {
  expect(() => momentOf(unix('2026-01-01T12:00:00Z'), undefined)).toThrow(
    'The database cannot be restored to this moment',
  )
})
