import { z } from 'zod'
import { ByRef } from './common.ts'
import { GROWTH_LIMITS } from './disk-growth.ts'
import { MonthlyPrice } from './disk-price.ts'
import { endpoint } from './endpoint.ts'

/** A disk as it is: how large, how fast. Throughput is chosen on gp3 only. */
export const DiskAttributes = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('gp3'),
    size_gb: z.number(),
    iops: z.int(),
    throughput_mbps: z.int(),
  }),
  z.object({ type: z.literal('io2'), size_gb: z.number(), iops: z.int() }),
])
export type DiskAttributes = z.infer<typeof DiskAttributes>

const whole = z.int('Use a whole number')

/** What may be sent; whether it suits the project is judged by diskProblems. */
export const WantedDisk = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('gp3'),
    size_gb: whole,
    iops: whole,
    throughput_mbps: whole,
  }),
  z.strictObject({ type: z.literal('io2'), size_gb: whole, iops: whole }),
])

export const Disk = z.object({
  attributes: DiskAttributes,
  /** Null while it is what the plan includes. */
  last_modified_at: z.string().nullable(),
  /** When it may be changed again; null where it may now. */
  modifiable_at: z.string().nullable(),
  /** What this machine has left: no disk can be promised more. */
  machine_free_bytes: z.number(),
  /** What the project would cost where plans are sold; nothing is charged here. */
  price: MonthlyPrice,
})
export type Disk = z.infer<typeof Disk>

const within = ([least, most]: readonly [number, number], unit: string) => {
  const message = `Use ${least} to ${most.toLocaleString('en-US')}${unit}`
  return z.int('Use a whole number').min(least, message).max(most, message).nullable()
}

/** How a disk grows by itself; null stands for the default. */
export const DiskConfig = z.object({
  growth_percent: within(GROWTH_LIMITS.growth_percent, ' percent'),
  min_increment_gb: within(GROWTH_LIMITS.min_increment_gb, ' GB'),
  max_size_gb: within(GROWTH_LIMITS.max_size_gb, ' GB'),
})
export type DiskConfig = z.infer<typeof DiskConfig>

export const DiskConfigView = DiskConfig.extend({
  /** The settings with the defaults filled in. */
  effective: z.object({
    growth_percent: z.int(),
    min_increment_gb: z.int(),
    max_size_gb: z.int(),
  }),
  /** On the free plan a disk grows once somebody has saved these settings. */
  grows_automatically: z.boolean(),
  /** What it would grow to; null where it has no room to grow. */
  next_size_gb: z.int().nullable(),
})
export type DiskConfigView = z.infer<typeof DiskConfigView>

export const DiskUsage = z.object({
  timestamp: z.string(),
  metrics: z.object({
    /** The disk's size, which is the quota. */
    fs_size_bytes: z.number(),
    fs_used_bytes: z.number(),
    fs_avail_bytes: z.number(),
  }),
  database_bytes: z.number(),
  wal_bytes: z.number(),
  other_bytes: z.number(),
  /** False where there were too many files to look at all of them. */
  is_complete: z.boolean(),
  is_readonly_mode_enabled: z.boolean(),
})
export type DiskUsage = z.infer<typeof DiskUsage>

export const disk = {
  view: endpoint({
    needs: 'projects:read',
    route: {
      method: 'GET',
      path: '/platform/projects/{ref}/disk',
      summary: 'The disk of a project, what it costs and when it may be changed',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef)
    .output(Disk),

  update: endpoint({
    needs: 'infra:write',
    route: {
      method: 'POST',
      path: '/platform/projects/{ref}/disk',
      summary: 'Give a project a larger or faster disk; once in six hours',
    },
    errors: ['PROJECT_NOT_FOUND', 'DISK_COOLDOWN'],
    recorded: ['attributes'],
  })
    .input(ByRef.extend({ attributes: WantedDisk }))
    .output(Disk),

  viewConfig: endpoint({
    needs: 'projects:read',
    route: {
      method: 'GET',
      path: '/platform/projects/{ref}/disk/custom-config',
      summary: 'How the disk grows by itself',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef)
    .output(DiskConfigView),

  updateConfig: endpoint({
    needs: 'infra:write',
    route: {
      method: 'POST',
      path: '/platform/projects/{ref}/disk/custom-config',
      summary: 'Set how the disk grows by itself; a null goes back to the default',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef.extend(DiskConfig.shape))
    .output(DiskConfigView),

  usage: endpoint({
    needs: 'projects:read',
    route: {
      method: 'GET',
      path: '/platform/projects/{ref}/disk/util',
      summary: 'What takes up the disk right now',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef)
    .output(DiskUsage),
}
