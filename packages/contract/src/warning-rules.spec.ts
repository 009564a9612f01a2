import { expect, test } from 'vitest'
import { type Level, nextLevel, nextReadOnly, WARNING_RULES } from './warning-rules.ts'

const walk = (rule: keyof typeof WARNING_RULES, percents: readonly (number | null)[]) => {
  let level: Level = null
  return percents.map((percent) => (level = nextLevel(level, percent, WARNING_RULES[rule])))
}

test('a warning begins high and ends lower', () => {
  expect(walk('cpu_exhaustion', [79, 80, 79, 70, 69, 79])).toEqual([
    null,
    'warning',
    'warning',
    'warning',
    null,
    null,
  ])
})

test('critical falls back to a warning before it ends', () => {
  expect(walk('cpu_exhaustion', [94, 95, 85, 84, 69])).toEqual([
    'warning',
    'critical',
    'critical',
    'warning',
    null,
  ])
  expect(walk('cpu_exhaustion', [100, 10])).toEqual(['critical', null])
})

test('what could not be measured changes nothing', () => {
  expect(walk('disk_space_exhaustion', [null, 91, null, 50])).toEqual([
    null,
    'critical',
    'critical',
    null,
  ])
})

test('every rule ends below where it begins, and is critical above where it warns', () => {
  for (const { warning, critical } of Object.values(WARNING_RULES)) {
    expect(warning.off).toBeLessThan(warning.on)
    expect(critical.off).toBeLessThan(critical.on)
    expect(warning.on).toBeLessThan(critical.on)
  }
})

test('a full disk is read-only until there is room again', () => {
  let isReadOnly = false
  const seen = [94.9, 95, 93, 92, 91.9, 94].map(
    (percent) => (isReadOnly = nextReadOnly(isReadOnly, percent)),
  )
  expect(seen).toEqual([false, true, true, true, false, false])
  expect(nextReadOnly(true, null)).toBe(true)
})
