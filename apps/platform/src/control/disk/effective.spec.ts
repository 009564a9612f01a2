import { expect, test } from 'vitest'
import { effectiveDisk, modifiableAt } from './effective.ts'
import type { DiskRow } from './store.ts'

const untouched: DiskRow = {
  plan: 'free',
  type: null,
  size_gb: null,
  iops: null,
  throughput_mbps: null,
  last_modified_at: null,
  growth_percent: null,
  min_increment_gb: null,
  max_size_gb: null,
}

test('a disk nobody touched is what its plan includes', () => {
  const [free, pro] = [effectiveDisk(untouched), effectiveDisk({ ...untouched, plan: 'pro' })]
  expect(free.shape).toEqual({ type: 'gp3', size_gb: 1, iops: 3000, throughput_mbps: 125 })
  expect(pro.shape.size_gb).toBe(8)
  expect([free.growsAutomatically, pro.growsAutomatically]).toEqual([false, true])
  expect(free.growth).toEqual({ growth_percent: 50, min_increment_gb: 4, max_size_gb: 60_000 })
})

test('what was chosen holds, whatever the plan', () => {
  const io2 = { ...untouched, type: 'io2', size_gb: 20, iops: 2000 }
  expect(effectiveDisk(io2).shape).toEqual({ type: 'io2', size_gb: 20, iops: 2000 })
  const gp3 = { ...io2, type: 'gp3', iops: 3000, throughput_mbps: 200 }
  expect(effectiveDisk(gp3).shape).toMatchObject({ type: 'gp3', throughput_mbps: 200 })
})

test('a free disk grows once somebody said how', () => {
  const said = effectiveDisk({ ...untouched, growth_percent: 20 })
  expect(said.growsAutomatically).toBe(true)
  expect(said.growth).toEqual({ growth_percent: 20, min_increment_gb: 4, max_size_gb: 60_000 })
})

test('a changed disk rests for six hours', () => {
  const last_modified_at = new Date('2030-01-01T00:00:00Z')
  const changed = effectiveDisk({ ...untouched, last_modified_at })
  const at = (time: string) => modifiableAt(changed, new Date(`2030-01-01T${time}Z`))
  expect(at('00:00:01')).toEqual(new Date('2030-01-01T06:00:00Z'))
  expect(at('05:59:59')).toEqual(new Date('2030-01-01T06:00:00Z'))
  expect(at('06:00:00')).toBeNull()
  expect(modifiableAt(effectiveDisk(untouched), last_modified_at)).toBeNull()
})
