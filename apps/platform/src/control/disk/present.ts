import {
  ComputeSize,
  type Disk,
  DiskAttributes,
  type DiskConfig,
  type DiskConfigView,
  type DiskUsage,
  grownSize,
  monthlyPrice,
} from '@plinth/contract'
import type { DiskUse } from '#app/engine/disk-usage.ts'
import { modifiableAt, type ProjectDisk } from './effective.ts'
import { GB, totalBytes } from './service.ts'

type Now = { readonly now: Date; readonly instanceSize: string; readonly freeBytes: number }

export const presentDisk = (disk: ProjectDisk, { now, instanceSize, freeBytes }: Now): Disk => ({
  attributes: DiskAttributes.parse(disk.shape),
  last_modified_at: disk.lastModifiedAt?.toISOString() ?? null,
  modifiable_at: modifiableAt(disk, now)?.toISOString() ?? null,
  machine_free_bytes: freeBytes,
  price: monthlyPrice(disk.shape, { compute: ComputeSize.parse(instanceSize), plan: disk.plan }),
})

export const presentConfig = (disk: ProjectDisk, saved: DiskConfig): DiskConfigView => ({
  ...saved,
  effective: disk.growth,
  grows_automatically: disk.growsAutomatically,
  next_size_gb: grownSize(disk.shape, disk.growth) ?? null,
})

type Seen = { readonly use: DiskUse; readonly now: Date; readonly isReadOnly: boolean }

export function presentUsage(disk: ProjectDisk, { use, now, isReadOnly }: Seen): DiskUsage {
  const size = disk.shape.size_gb * GB
  const used = totalBytes(use)
  return {
    timestamp: now.toISOString(),
    metrics: {
      fs_size_bytes: size,
      fs_used_bytes: used,
      fs_avail_bytes: Math.max(0, size - used),
    },
    database_bytes: use.databaseBytes,
    wal_bytes: use.walBytes,
    other_bytes: use.otherBytes,
    is_complete: use.isComplete,
    is_readonly_mode_enabled: isReadOnly,
  }
}
