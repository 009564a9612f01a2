import { expect, test, vi } from 'vitest'
import {
  chosenMoment,
  fromInput,
  momentProblem,
  picked,
  shortcuts,
  toInput,
  typed,
  unixSeconds,
  wholeSeconds,
} from './moment.ts'

const range = {
  earliest: new Date('2026-11-20T10:00:00.700Z'),
  latest: new Date('2026-11-21T10:00:00.300Z'),
}

const NOW = Date.parse('2026-11-21T10:00:30Z')

test('a moment goes into the input and comes back, in both zones', () => {
  const moment = new Date('2026-11-21T08:30:07Z')
  expect(toInput(moment, 'utc')).toBe('2026-11-21T08:30:07')
  expect(fromInput(toInput(moment, 'utc'), 'utc')).toEqual(moment)
  expect(fromInput(toInput(moment, 'local'), 'local')).toEqual(moment)
})

test('what is not whole yet means nothing, and missing seconds are zero', () => {
  expect(fromInput('2026-11-21T08:30', 'utc')).toEqual(new Date('2026-11-21T08:30:00Z'))
  expect(
    ['', '2026-11-21', '2026-13-41T08:30:00', 'soon'].map((text) => fromInput(text, 'utc')),
  ).toEqual([undefined, undefined, undefined, undefined])
})

test('both ends of the range can be chosen, to the second', () => {
  const { earliest, latest } = wholeSeconds(range)
  expect([earliest, latest].map((moment) => momentProblem(moment, range, NOW))).toEqual([
    undefined,
    undefined,
  ])
  expect(unixSeconds(latest)).toBe(Date.parse('2026-11-21T10:00:00Z') / 1000)
})

test('a second beyond either end cannot', () => {
  const at = (text: string) => momentProblem(new Date(text), range, NOW)
  expect(at('2026-11-20T09:59:59Z')).toBe('The backups do not reach back this far')
  expect(at('2026-11-21T10:00:01Z')).toBe('This has not been archived yet')
  expect(at('2026-11-21T10:00:31Z')).toBe('This is still to come')
  expect(momentProblem(undefined, range, NOW)).toBe('Enter a date and a time, to the second')
})

test('shortcuts lead to moments that can be restored', () => {
  const labels = (from: string) =>
    shortcuts({ ...range, earliest: new Date(from) }).map(({ label }) => label)
  expect(labels('2026-11-01T00:00:00Z')).toEqual([
    'Latest',
    '5 minutes before',
    '1 hour before',
    '1 day before',
    'Earliest',
  ])
  expect(labels('2026-11-21T09:58:00Z')).toEqual(['Latest', 'Earliest'])
  for (const { moment } of shortcuts(range))
    expect(momentProblem(moment, range, NOW)).toBeUndefined()
})

test('in the hour that clocks are put back in, ‘Latest’ meant an hour before', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  const latest = new Date('2026-10-25T01:30:00Z')
  const chosen = picked(latest, 'local')
  expect(chosen.text).toBe('2026-10-25T02:30:00')
  expect(chosenMoment(chosen, 'local')).toEqual(latest)
  // the same text typed is the first of the two
  expect(chosenMoment(typed(chosen.text), 'local')).toEqual(new Date('2026-10-25T00:30:00Z'))
  vi.unstubAllEnvs()
})
