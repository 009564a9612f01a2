import { z } from 'zod'
import type { ComputeSize } from './compute.ts'
import { COMPUTE } from './compute-sizes.ts'
import { DISK_KINDS, type DiskShape } from './disk-rules.ts'
import type { PlanId } from './organizations.ts'

export const MonthlyPrice = z.object({
  compute_usd: z.number(),
  storage_usd: z.number(),
  iops_usd: z.number(),
  throughput_usd: z.number(),
  total_usd: z.number(),
})
export type MonthlyPrice = z.infer<typeof MonthlyPrice>

const HOURS = 720
const cents = (usd: number) => Math.round(usd * 100) / 100

/** Nano comes with the free plan; on the others it is billed as the next size. */
export const billedSize = (compute: ComputeSize, plan: PlanId): ComputeSize =>
  compute === 'nano' && plan !== 'free' ? 'micro' : compute

/** What a project with this disk would cost a month, above what its plan includes. */
export function monthlyPrice(
  { type, size_gb, iops, throughput_mbps: mbps = 0 }: DiskShape,
  { compute, plan }: { compute: ComputeSize; plan: PlanId },
): MonthlyPrice {
  const { included, monthlyUsd } = DISK_KINDS[type]
  const above = (value: number, free: number) => Math.max(0, value - free)
  const compute_usd = cents(COMPUTE[billedSize(compute, plan)].priceHourlyUsd * HOURS)
  const storage_usd = cents(above(size_gb, included.sizeGb[plan]) * monthlyUsd.gb)
  const iops_usd = cents(above(iops, included.iops) * monthlyUsd.iops)
  const throughput_usd = cents(above(mbps, included.throughputMbps) * monthlyUsd.mbps)
  const total_usd = cents(compute_usd + storage_usd + iops_usd + throughput_usd)
  return { compute_usd, storage_usd, iops_usd, throughput_usd, total_usd }
}
