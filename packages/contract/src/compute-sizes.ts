import type { ComputeSize } from './compute.ts'

export type ComputeSpec = {
  readonly label: string
  readonly memoryMb: number
  readonly cpus: number
  readonly dedicatedCpu: boolean
  readonly priceHourlyUsd: number
  readonly priceMonthlyUsd: number
  readonly maxConnections: number
  readonly pooledConnections: number
}

const GB = 1024
const row = (
  [label, memoryMb, cpus]: readonly [label: string, memoryMb: number, cpus: number],
  [priceHourlyUsd, priceMonthlyUsd]: readonly [hourly: number, monthly: number],
  [maxConnections, pooledConnections]: readonly [direct: number, pooled: number],
): ComputeSpec => ({
  label,
  memoryMb,
  cpus,
  dedicatedCpu: memoryMb >= 8 * GB,
  priceHourlyUsd,
  priceMonthlyUsd,
  maxConnections,
  pooledConnections,
})

/** Sizes and prices of spec section 9; a nano on a paid plan is billed as a micro. */
export const COMPUTE = {
  nano: row(['Nano', GB / 2, 2], [0, 0], [30, 200]),
  micro: row(['Micro', GB, 2], [0.01344, 10], [60, 200]),
  small: row(['Small', 2 * GB, 2], [0.0206, 15], [90, 400]),
  medium: row(['Medium', 4 * GB, 2], [0.0822, 60], [120, 600]),
  large: row(['Large', 8 * GB, 2], [0.1517, 110], [160, 800]),
  xlarge: row(['XL', 16 * GB, 4], [0.2877, 210], [240, 1000]),
  '2xlarge': row(['2XL', 32 * GB, 8], [0.562, 410], [380, 1500]),
  '4xlarge': row(['4XL', 64 * GB, 16], [1.32, 960], [480, 3000]),
  '8xlarge': row(['8XL', 128 * GB, 32], [2.562, 1870], [490, 6000]),
  '12xlarge': row(['12XL', 192 * GB, 48], [3.836, 2800], [500, 9000]),
  '16xlarge': row(['16XL', 256 * GB, 64], [5.12, 3730], [500, 12000]),
  '24xlarge': row(['24XL', 384 * GB, 96], [9.73, 7100], [500, 12000]),
  '24xlarge_optimized_cpu': row(['24XL CPU', 192 * GB, 96], [8.9, 6500], [500, 12000]),
  '24xlarge_optimized_memory': row(['24XL Memory', 768 * GB, 96], [13.84, 10100], [500, 12000]),
  '24xlarge_high_memory': row(['24XL High memory', 1536 * GB, 96], [21.91, 16000], [500, 12000]),
  '48xlarge': row(['48XL', 768 * GB, 192], [19.47, 14200], [500, 12000]),
  '48xlarge_optimized_cpu': row(['48XL CPU', 384 * GB, 192], [17.8, 13000], [500, 12000]),
  '48xlarge_optimized_memory': row(['48XL Memory', 1536 * GB, 192], [27.68, 20200], [500, 12000]),
  '48xlarge_high_memory': row(['48XL High memory', 3072 * GB, 192], [43.84, 32000], [500, 12000]),
} as const satisfies Record<ComputeSize, ComputeSpec>
