import type { ComputeSize } from './compute.ts'
import { DISK_KINDS, type DiskShape } from './disk-rules.ts'

/** How a disk grows by itself. */
export type DiskGrowth = {
  readonly growth_percent: number
  readonly min_increment_gb: number
  readonly max_size_gb: number
}

export const DISK_GROWTH = {
  growth_percent: 50,
  min_increment_gb: 4,
  max_size_gb: 60_000,
} as const satisfies DiskGrowth

export const GROWTH_LIMITS = {
  growth_percent: [10, 100],
  min_increment_gb: [1, 200],
  max_size_gb: [1, 60_000],
} as const satisfies Record<keyof DiskGrowth, readonly [least: number, most: number]>

/** In percent of a disk: where it grows by itself, where it may. */
export const AUTO_GROW_AT = 90
/** More than this is never added at once. */
const MAX_STEP_GB = 200

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** The size a full disk grows to; undefined where its settings or its type leave no room. */
export function grownSize(
  { type, size_gb }: Pick<DiskShape, 'type' | 'size_gb'>,
  growth: DiskGrowth,
): number | undefined {
  const byPercent = Math.ceil((size_gb * growth.growth_percent) / 100)
  const step = clamp(byPercent, growth.min_increment_gb, MAX_STEP_GB)
  const most = Math.min(growth.max_size_gb, DISK_KINDS[type].sizeGb[1])
  const grown = Math.min(Math.ceil(size_gb + step), most)
  return grown > size_gb ? grown : undefined
}

const COMPUTE_FOR_DISK: readonly (readonly [upToGb: number, compute: ComputeSize])[] = [
  [10, 'micro'],
  [50, 'small'],
  [100, 'medium'],
  [200, 'large'],
  [500, 'xlarge'],
  [1000, '2xlarge'],
  [2000, '4xlarge'],
  [4000, '8xlarge'],
  [6000, '12xlarge'],
  [10_000, '16xlarge'],
]

/** The compute size that suits a disk, where nobody has chosen one. */
export const computeForDisk = (sizeGb: number): ComputeSize =>
  COMPUTE_FOR_DISK.find(([upToGb]) => sizeGb <= upToGb)?.[1] ?? '24xlarge'

/** The disk a branch with data gets for a parent's. */
export const branchDiskGb = (sizeGb: number): number => Math.round(sizeGb * 1.5)

/** How long a branch with so much data is expected to take. */
export const branchCreationMinutes = (sizeGb: number): number => (720 / 21_000) * sizeGb + 3
