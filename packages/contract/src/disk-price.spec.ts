import { expect, test } from 'vitest'
import { billedSize, monthlyPrice } from './disk-price.ts'
import type { DiskShape } from './disk-rules.ts'
import type { ComputeSize } from './compute.ts'
import type { PlanId } from './organizations.ts'

const gp3 = (size_gb: number, iops = 3000, throughput_mbps = 125): DiskShape => ({
  type: 'gp3',
  size_gb,
  iops,
  throughput_mbps,
})

const CASES: readonly (readonly [DiskShape, ComputeSize, PlanId])[] = [
  [gp3(1), 'nano', 'free'],
  [gp3(8), 'nano', 'free'],
  [gp3(8), 'nano', 'pro'],
  [gp3(8), 'micro', 'pro'],
  [gp3(108), 'large', 'team'],
  [gp3(108, 4000, 225), 'large', 'enterprise'],
  [{ type: 'io2', size_gb: 100, iops: 10_000 }, '4xlarge', 'pro'],
]

test('what a month costs: compute, storage, IOPS, throughput, total', () => {
  const table = CASES.map(([disk, compute, plan]) => {
    const price = monthlyPrice(disk, { compute, plan })
    return `${disk.type} ${disk.size_gb} GB, ${compute}, ${plan}: ${Object.values(price).join(' ')}`
  })
  expect(table).toMatchInlineSnapshot(`
    [
      "gp3 1 GB, nano, free: 0 0 0 0 0",
      "gp3 8 GB, nano, free: 0 0.88 0 0 0.88",
      "gp3 8 GB, nano, pro: 9.68 0 0 0 9.68",
      "gp3 8 GB, micro, pro: 9.68 0 0 0 9.68",
      "gp3 108 GB, large, team: 109.22 12.5 0 0 121.72",
      "gp3 108 GB, large, enterprise: 109.22 12.5 24 9.5 155.22",
      "io2 100 GB, 4xlarge, pro: 950.4 19.5 1190 0 2159.9",
    ]
  `)
})

test('a nano is free on the free plan only', () => {
  expect(billedSize('nano', 'free')).toBe('nano')
  expect(billedSize('nano', 'pro')).toBe('micro')
  expect(billedSize('large', 'pro')).toBe('large')
})
