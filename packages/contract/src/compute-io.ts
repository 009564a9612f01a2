import type { ComputeSize } from './compute.ts'
import type { DiskShape } from './disk-rules.ts'

/** What a compute size gets out of its disk: for as long as it likes, and for a while at most. */
export type ComputeIo = {
  readonly baseIops: number
  readonly maxIops: number
  readonly baseMbps: number
  readonly maxMbps: number
}

const row = (
  [baseIops, maxIops]: readonly [base: number, max: number],
  [baseMbps, maxMbps]: readonly [base: number, max: number],
): ComputeIo => ({ baseIops, maxIops, baseMbps, maxMbps })

const of24xlarge = row([120_000, 120_000], [3750, 3750])
const of48xlarge = row([240_000, 240_000], [5000, 5000])

/** I/O by compute size. Throughput in MB a second. */
export const COMPUTE_IO = {
  nano: row([250, 11_800], [5, 261]),
  micro: row([500, 11_800], [11, 261]),
  small: row([1000, 11_800], [22, 261]),
  medium: row([2000, 11_800], [43, 261]),
  large: row([3600, 20_000], [79, 594]),
  xlarge: row([6000, 20_000], [149, 594]),
  '2xlarge': row([12_000, 20_000], [297, 594]),
  '4xlarge': row([20_000, 20_000], [594, 594]),
  '8xlarge': row([40_000, 40_000], [1188, 1188]),
  '12xlarge': row([50_000, 50_000], [1781, 1781]),
  '16xlarge': row([80_000, 80_000], [2375, 2375]),
  '24xlarge': of24xlarge,
  '24xlarge_optimized_cpu': of24xlarge,
  '24xlarge_optimized_memory': of24xlarge,
  '24xlarge_high_memory': of24xlarge,
  '48xlarge': of48xlarge,
  '48xlarge_optimized_cpu': of48xlarge,
  '48xlarge_optimized_memory': of48xlarge,
  '48xlarge_high_memory': of48xlarge,
} as const satisfies Record<ComputeSize, ComputeIo>

/** What a project may do to its disk without bursting: the lesser of its compute size and its disk. */
export function sustainedIo(
  { iops, throughput_mbps: mbps = Infinity }: DiskShape,
  compute: ComputeSize,
) {
  const { baseIops, baseMbps } = COMPUTE_IO[compute]
  return { iops: Math.min(baseIops, iops), mbps: Math.min(baseMbps, mbps) }
}
