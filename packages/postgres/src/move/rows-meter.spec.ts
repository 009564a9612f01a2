import { expect, test } from 'vitest'
import { rowsMeter } from './rows-meter.ts'

test('a table counts for what it takes up, twice, however much passes of it', () => {
  const told: string[] = []
  const meter = rowsMeter((done, total) => void told.push(`${done}/${total}`))
  meter.expect([{ bytes: 100 }, { bytes: 10 }])
  const large = meter.of({ bytes: 100 })
  large.passed(60)
  large.passed(60)
  large.end()
  const small = meter.of({ bytes: 10 })
  small.passed(1)
  small.end()
  expect(told).toEqual(['60/220', '100/220', '100/220', '101/220', '110/220'])
  // another database
  meter.expect([{ bytes: 5 }])
  meter.of({ bytes: 100 }).end()
  expect(told.at(-1)).toBe('210/230')
})
