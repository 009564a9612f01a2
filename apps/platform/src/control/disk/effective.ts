import {
  DISK_COOLDOWN_S,
  DISK_GROWTH,
  DISK_KINDS,
  DiskType,
  type DiskGrowth,
  type DiskShape,
  PlanId,
  planDisk,
} from '@plinth/contract'
import type { DiskRow } from './store.ts'

/** A project's disk as it holds: what was chosen, and what its plan and the defaults say where nothing was. */
export type ProjectDisk = {
  readonly plan: PlanId
  readonly shape: DiskShape
  readonly lastModifiedAt: Date | null
  readonly growth: DiskGrowth
  readonly growsAutomatically: boolean
}

export function effectiveDisk(row: DiskRow): ProjectDisk {
  const plan = PlanId.parse(row.plan)
  const { growth_percent, min_increment_gb, max_size_gb } = row
  const isConfigured = [growth_percent, min_increment_gb, max_size_gb].some((set) => set !== null)
  return {
    plan,
    shape: chosenShape(row) ?? planDisk(plan),
    lastModifiedAt: row.last_modified_at,
    growth: {
      growth_percent: growth_percent ?? DISK_GROWTH.growth_percent,
      min_increment_gb: min_increment_gb ?? DISK_GROWTH.min_increment_gb,
      max_size_gb: max_size_gb ?? DISK_GROWTH.max_size_gb,
    },
    // what costs money where plans are sold is never bought unasked on the free one
    growsAutomatically: plan !== 'free' || isConfigured,
  }
}

function chosenShape(row: DiskRow): DiskShape | undefined {
  if (row.type === null || row.size_gb === null || row.iops === null) return undefined
  const type = DiskType.parse(row.type)
  const { size_gb, iops } = row
  if (type === 'io2') return { type, size_gb, iops }
  const { throughputMbps } = DISK_KINDS.gp3.included
  return { type, size_gb, iops, throughput_mbps: row.throughput_mbps ?? throughputMbps }
}

/** When the disk may be changed again; null where it may now. */
export function modifiableAt({ lastModifiedAt }: ProjectDisk, now: Date): Date | null {
  if (!lastModifiedAt) return null
  const at = new Date(lastModifiedAt.getTime() + DISK_COOLDOWN_S * 1000)
  return at > now ? at : null
}
