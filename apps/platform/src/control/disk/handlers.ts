import {
  CloudProvider,
  ComputeSize,
  type DiskConfig,
  type DiskProblem,
  diskProblems,
  type DiskShape,
} from '@plinth/contract'
import { AppError } from '#app/base/app-error.ts'
import { os, type ProjectRow, projectOf } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import type { Engine } from '#app/engine/engine.ts'
import { modifiableAt, type ProjectDisk } from './effective.ts'
import { presentConfig, presentDisk, presentUsage } from './present.ts'
import { DISK_CHANGED, diskService, totalBytes } from './service.ts'
import { diskStore } from './store.ts'

type DiskDeps = Pick<Deps, 'db' | 'bus' | 'clock'> & { readonly engine: Engine }

export function diskHandlers(deps: DiskDeps) {
  const { bus, clock, db, engine } = deps
  const store = diskStore(db)
  const disks = diskService(deps)

  async function present(project: ProjectRow) {
    const [disk, freeBytes] = await Promise.all([disks.view(project.id), engine.freeDiskBytes()])
    return presentDisk(disk, { now: clock(), instanceSize: project.instance_size, freeBytes })
  }

  async function presentGrowth({ id }: ProjectRow) {
    const [disk, row] = await Promise.all([disks.view(id), store.view(id)])
    const { growth_percent = null, min_increment_gb = null, max_size_gb = null } = row ?? {}
    return presentConfig(disk, { growth_percent, min_increment_gb, max_size_gb })
  }

  /** Nobody is promised what the machine does not have. */
  async function assertRoom(project: ProjectRow, { size_gb }: DiskShape) {
    const used = totalBytes(await engine.diskUsage(project.ref))
    const room = await disks.roomGb(used)
    if (size_gb <= room) return
    const message = `This machine's disk has room for at most ${room} GB`
    throw badAttributes([{ field: 'size_gb', message }])
  }

  return {
    view: os.disk.view.handler(({ context }) => present(projectOf({ context }))),

    update: os.disk.update.handler(async ({ input, context }) => {
      const project = projectOf({ context })
      const current = await disks.view(project.id)
      // first, as of two who change it at once the second may ask for less than there is by then
      assertRested(current, clock())
      const problems = diskProblems(input.attributes, {
        current: current.shape,
        compute: ComputeSize.parse(project.instance_size),
        provider: CloudProvider.parse(project.cloud_provider),
      })
      if (problems.length > 0) throw badAttributes(problems)
      assertChange(input.attributes, current.shape)
      if (input.attributes.size_gb > current.shape.size_gb) {
        await assertRoom(project, input.attributes)
      }
      if (!(await store.change(project.id, { shape: input.attributes, now: clock() }))) {
        assertRested(await disks.view(project.id), clock())
      }
      await bus.publish({ topic: DISK_CHANGED, ref: project.ref })
      return present(project)
    }),

    viewConfig: os.disk.viewConfig.handler(({ context }) => presentGrowth(projectOf({ context }))),

    updateConfig: os.disk.updateConfig.handler(async ({ input, context }) => {
      const project = projectOf({ context })
      const { growth_percent, min_increment_gb, max_size_gb } = input
      const config = { growth_percent, min_increment_gb, max_size_gb }
      assertNotBelow(config, await disks.view(project.id))
      await store.configure(project.id, config)
      return presentGrowth(project)
    }),

    usage: os.disk.usage.handler(async ({ context }) => {
      const { id, ref } = projectOf({ context })
      const [disk, use, isReadOnly] = await Promise.all([
        disks.view(id),
        engine.diskUsage(ref),
        engine.isReadOnly(ref),
      ])
      return presentUsage(disk, { use, isReadOnly, now: clock() })
    }),
  }
}

/** @throws BAD_INPUT with what is wrong by field */
function badAttributes(problems: readonly DiskProblem[]): AppError {
  const fields = Object.fromEntries(
    problems.map(({ field, message }) => [`attributes.${field}`, [message]]),
  )
  return new AppError('BAD_INPUT', { message: problems[0]?.message ?? '', data: { fields } })
}

/** Six hours of rest are too dear for a change that is none. */
function assertChange(wanted: DiskShape, current: DiskShape) {
  const names = ['type', 'size_gb', 'iops', 'throughput_mbps'] as const
  if (names.some((name) => wanted[name] !== current[name])) return
  const message = 'The disk has this size and speed already'
  throw new AppError('BAD_INPUT', { message, data: { fields: { attributes: [message] } } })
}

function assertRested(disk: ProjectDisk, now: Date) {
  const at = modifiableAt(disk, now)?.toISOString()
  if (at) throw new AppError('DISK_COOLDOWN', { data: { modifiable_at: at } })
}

function assertNotBelow({ max_size_gb: most }: DiskConfig, { shape }: ProjectDisk) {
  if (most === null || most >= shape.size_gb) return
  const message = `Use at least ${shape.size_gb} GB, which the disk has now`
  throw new AppError('BAD_INPUT', { message, data: { fields: { max_size_gb: [message] } } })
}
