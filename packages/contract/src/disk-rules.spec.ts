import { expect, test } from 'vitest'
import { ComputeSize } from './compute.ts'
import { COMPUTE_IO, sustainedIo } from './compute-io.ts'
import {
  type DiskShape,
  diskProblems,
  iopsForThroughput,
  maxIops,
  maxThroughput,
  planDisk,
  sizeForIops,
} from './disk-rules.ts'

const gp3 = (size_gb: number, iops = 3000, throughput_mbps = 125): DiskShape => ({
  type: 'gp3',
  size_gb,
  iops,
  throughput_mbps,
})
const io2 = (size_gb: number, iops: number): DiskShape => ({ type: 'io2', size_gb, iops })

const CASES: readonly (readonly [DiskShape, string])[] = [
  [gp3(8), 'none'],
  [gp3(7), 'size_gb: Use at least 8 GB'],
  [gp3(8.5), 'size_gb: Use a whole number of GB'],
  [gp3(0), 'size_gb: A disk cannot shrink: it has 1 GB now'],
  [gp3(16_384), 'none'],
  [gp3(16_385), 'size_gb: Use at most 16,384 GB with gp3'],
  [gp3(8, 2999), 'iops: Use 3,000 to 16,000 IOPS with gp3'],
  [gp3(8, 16_000, 1000), 'none'],
  [gp3(8, 16_001), 'iops: Use 3,000 to 16,000 IOPS with gp3'],
  [gp3(8, 3000, 124), 'throughput_mbps: Use 125 to 1,000 MB/s'],
  [gp3(8, 16_000, 1001), 'throughput_mbps: Use 125 to 1,000 MB/s'],
  [gp3(8, 3000, 768), 'none'],
  [gp3(8, 3000, 769), 'throughput_mbps: 769 MB/s need at least 3,004 IOPS'],
  [{ type: 'gp3', size_gb: 8, iops: 3000 }, 'throughput_mbps: Say how many MB/s'],
  [io2(8, 1500), 'none'],
  [io2(8, 1499), 'iops: Use 1,500 to 256,000 IOPS with io2'],
  [io2(8, 4000), 'none'],
  [io2(8, 4001), 'iops: 8 GB allow at most 4,000 IOPS'],
  [io2(61_440, 256_000), 'none'],
  [{ ...io2(8, 1500), throughput_mbps: 200 }, 'throughput_mbps: With io2 it follows from the IOPS'],
]

const told = (problems: ReturnType<typeof diskProblems>) =>
  problems.map(({ field, message }) => `${field}: ${message}`).join('; ') || 'none'

test.each(CASES)('%o', (wanted, expected) => {
  const problems = diskProblems(wanted, {
    current: gp3(1),
    compute: 'large',
    provider: 'LOCAL',
  })
  expect(told(problems)).toBe(expected)
})

test('a disk never shrinks', () => {
  const place = { current: gp3(50), compute: 'large', provider: 'LOCAL' } as const
  expect(told(diskProblems(gp3(49), place))).toBe('size_gb: A disk cannot shrink: it has 50 GB now')
  expect(told(diskProblems(gp3(50), place))).toBe('none')
})

test('which sizes may raise IOPS and throughput of gp3', () => {
  const allowed = ComputeSize.options.filter((compute) => {
    const place = { current: gp3(8), compute, provider: 'LOCAL' } as const
    return diskProblems(gp3(8, 4000, 200), place).length === 0
  })
  expect(ComputeSize.options.filter((size) => !allowed.includes(size))).toEqual([
    'nano',
    'micro',
    'small',
    'medium',
  ])
})

test('a provider with rules of its own is not judged by ours', () => {
  const place = { current: gp3(8), compute: 'nano', provider: 'FLY' } as const
  expect(diskProblems(gp3(1, 1, 1), place)).toEqual([])
})

test('the arithmetic of IOPS, size and throughput', () => {
  expect([1, 5, 6].map((gb) => maxIops('gp3', gb))).toEqual([3000, 15_000, 16_000])
  expect([4, 512, 600].map((gb) => maxIops('io2', gb))).toEqual([2000, 256_000, 256_000])
  expect([100, 3000, 3001].map((iops) => sizeForIops('gp3', iops))).toEqual([1, 6, 7])
  expect([100, 5000, 5001].map((iops) => sizeForIops('io2', iops))).toEqual([4, 5, 6])
  expect([1000, 3000, 16_000].map(maxThroughput)).toEqual([256, 768, 1000])
  expect([10, 125, 1000].map(iopsForThroughput)).toEqual([125, 489, 3907])
})

test('a disk nobody changed is what the plan includes', () => {
  expect(planDisk('free')).toEqual(gp3(1))
  expect(planDisk('pro')).toEqual(gp3(8))
})

test('a project may use what both its size and its disk give', () => {
  expect(sustainedIo(gp3(8), 'micro')).toEqual({ iops: 500, mbps: 11 })
  expect(sustainedIo(gp3(8), '2xlarge')).toEqual({ iops: 3000, mbps: 125 })
  expect(sustainedIo(io2(100, 50_000), '2xlarge')).toEqual({ iops: 12_000, mbps: 297 })
})

test('what each size may do to its disk', () => {
  const table = ComputeSize.options.map((size) => {
    const { baseIops, maxIops: most, baseMbps, maxMbps } = COMPUTE_IO[size]
    return `${size} ${baseIops} ${most} ${baseMbps} ${maxMbps}`
  })
  expect(table).toMatchInlineSnapshot(`
    [
      "nano 250 11800 5 261",
      "micro 500 11800 11 261",
      "small 1000 11800 22 261",
      "medium 2000 11800 43 261",
      "large 3600 20000 79 594",
      "xlarge 6000 20000 149 594",
      "2xlarge 12000 20000 297 594",
      "4xlarge 20000 20000 594 594",
      "8xlarge 40000 40000 1188 1188",
      "12xlarge 50000 50000 1781 1781",
      "16xlarge 80000 80000 2375 2375",
      "24xlarge 120000 120000 3750 3750",
      "24xlarge_optimized_cpu 120000 120000 3750 3750",
      "24xlarge_optimized_memory 120000 120000 3750 3750",
      "24xlarge_high_memory 120000 120000 3750 3750",
      "48xlarge 240000 240000 5000 5000",
      "48xlarge_optimized_cpu 240000 240000 5000 5000",
      "48xlarge_optimized_memory 240000 240000 5000 5000",
      "48xlarge_high_memory 240000 240000 5000 5000",
    ]
  `)
})
