import { expect, test } from 'vitest'
import {
  branchCreationMinutes,
  branchDiskGb,
  computeForDisk,
  DISK_GROWTH,
  grownSize,
} from './disk-growth.ts'

const gp3 = (size_gb: number) => ({ type: 'gp3', size_gb }) as const

test.each([
  // half of it, but never less than 4 GB and never more than 200 GB at once
  [1, 5],
  [8, 12],
  [10, 15],
  [15, 23],
  [400, 600],
  [1000, 1200],
  [16_300, 16_384],
  [16_384, undefined],
])('%d GB grow to %o', (sizeGb, expected) => {
  expect(grownSize(gp3(sizeGb), DISK_GROWTH)).toBe(expected)
})

test('growth keeps to its settings', () => {
  const growth = { growth_percent: 10, min_increment_gb: 1, max_size_gb: 12 }
  expect([8, 11, 12].map((gb) => grownSize(gp3(gb), growth))).toEqual([9, 12, undefined])
  expect(grownSize({ type: 'io2', size_gb: 59_990 }, DISK_GROWTH)).toBe(60_000)
})

test('which compute size suits which disk', () => {
  const sizes = [1, 10, 11, 50, 51, 100, 200, 500, 1000, 2000, 4000, 6000, 10_000, 10_001]
  expect(sizes.map((gb) => `${gb} ${computeForDisk(gb)}`)).toMatchInlineSnapshot(`
    [
      "1 micro",
      "10 micro",
      "11 small",
      "50 small",
      "51 medium",
      "100 medium",
      "200 large",
      "500 xlarge",
      "1000 2xlarge",
      "2000 4xlarge",
      "4000 8xlarge",
      "6000 12xlarge",
      "10000 16xlarge",
      "10001 24xlarge",
    ]
  `)
})

test('what a branch with data takes', () => {
  expect([8, 15, 101].map(branchDiskGb)).toEqual([12, 23, 152])
  expect(branchCreationMinutes(0)).toBe(3)
  expect(branchCreationMinutes(175)).toBeCloseTo(9)
})
