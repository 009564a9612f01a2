import { type DiskShape, grownSize } from '@plinth/contract'
import type { Deps } from '#app/base/deps.ts'
import type { Engine } from '#app/engine/engine.ts'
import { effectiveDisk, modifiableAt, type ProjectDisk } from './effective.ts'
import { diskStore } from './store.ts'

export { effectiveDisk, type ProjectDisk } from './effective.ts'

/** Sizes are told in GB and count in powers of two, like the file systems they stand for. */
export const GB = 1024 ** 3

/** What is said on the bus when a disk was changed: its project may be full no longer. */
export const DISK_CHANGED = 'disk-changed'

type DiskDeps = Pick<Deps, 'db' | 'clock'> & { readonly engine: Engine }
type Grown = { readonly id: string; readonly ref: string; readonly organization_id: string }

/** What others may ask of a project's disk. */
export function diskService({ db, clock, engine }: DiskDeps) {
  const store = diskStore(db)

  async function view(projectId: string): Promise<ProjectDisk> {
    const row = await store.view(projectId)
    if (!row) throw new Error('The project of this disk is gone')
    return effectiveDisk(row)
  }

  /** The largest disk this machine could fill, whole GB. */
  async function roomGb(usedBytes: number): Promise<number> {
    return Math.floor((usedBytes + (await engine.freeDiskBytes())) / GB)
  }

  return {
    view,
    roomGb,
    /** Undefined where it may not grow now: by its settings, the machine's room or its last change. */
    async grow(project: Grown, usedBytes: number): Promise<ProjectDisk | undefined> {
      const disk = await view(project.id)
      const now = clock()
      const size_gb = grownSize(disk.shape, disk.growth)
      if (!disk.growsAutomatically || size_gb === undefined) return undefined
      if (modifiableAt(disk, now) || size_gb > (await roomGb(usedBytes))) return undefined
      const shape: DiskShape = { ...disk.shape, size_gb }
      const fromGb = disk.shape.size_gb
      const { id, ref, organization_id: organizationId } = project
      const change = { shape, now, fromGb, organizationId, ref }
      return (await store.grow(id, change)) ? view(id) : undefined
    },
  }
}

export const totalBytes = (use: {
  readonly databaseBytes: number
  readonly walBytes: number
  readonly otherBytes: number
}): number => use.databaseBytes + use.walBytes + use.otherBytes
