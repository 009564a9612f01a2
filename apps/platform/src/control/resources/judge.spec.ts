import { expect, test } from 'vitest'
import { atEase, isSameStanding, judge, presentWarning } from './judge.ts'

const unknown = { cpu: null, ram: null, diskIo: null, disk: null }

test('each resource is judged by its own measure', () => {
  expect(judge(atEase, { cpu: 96, ram: 81, diskIo: 100, disk: 95 })).toEqual({
    cpu_exhaustion: 'critical',
    memory_and_swap_exhaustion: 'warning',
    disk_io_exhaustion: 'critical',
    disk_space_exhaustion: 'critical',
    isReadOnly: true,
  })
  expect(judge(atEase, { cpu: 1, ram: 2, diskIo: 3, disk: 4 })).toEqual(atEase)
})

test('what is not known stays as it was', () => {
  const before = judge(atEase, { ...unknown, cpu: 99, disk: 99 })
  expect(judge(before, unknown)).toEqual(before)
})

test('only a difference is news', () => {
  const before = judge(atEase, { ...unknown, cpu: 85 })
  expect(isSameStanding(before, judge(before, { ...unknown, cpu: 82 }))).toBe(true)
  expect(isSameStanding(before, judge(before, { ...unknown, cpu: 96 }))).toBe(false)
  expect(isSameStanding(before, { ...before, isReadOnly: true })).toBe(false)
})

test('how it is told', () => {
  const project = { ref: 'a', organization_slug: 'acme' }
  expect(presentWarning(project, { ...atEase, isReadOnly: true })).toEqual({
    project: 'a',
    organization_slug: 'acme',
    is_readonly_mode_enabled: true,
    disk_io_exhaustion: null,
    disk_space_exhaustion: null,
    cpu_exhaustion: null,
    memory_and_swap_exhaustion: null,
    auth_rate_limit_exhaustion: null,
  })
})
