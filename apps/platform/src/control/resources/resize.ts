import { COMPUTE, ComputeSize, ProjectStatus } from '@plinth/contract'
import { AppError } from '#app/base/app-error.ts'
import type { ProjectRow } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import type { Engine } from '#app/engine/engine.ts'
import type { Lifecycle } from '#app/lifecycle/lifecycle.ts'
import { resourceStore } from './store.ts'

export type ResizeDeps = Pick<Deps, 'db' | 'bus'> & {
  readonly engine: Engine
  readonly lifecycle: Lifecycle
}
type Wanted = { readonly size: ComputeSize; readonly requestedBy: string }

/** A running project restarts with the new size; a paused one starts with it the next time. */
export async function resize(
  { db, bus, engine, lifecycle }: ResizeDeps,
  project: ProjectRow,
  { size, requestedBy }: Wanted,
) {
  assertChange(project, size)
  assertFits(engine, size)
  if (project.status !== 'INACTIVE') {
    const operation_id = await lifecycle.begin(project, {
      kind: 'resize',
      input: { size },
      requestedBy,
    })
    const instance_size = ComputeSize.parse(project.instance_size)
    return { status: 'RESIZING' as const, instance_size, operation_id }
  }
  if (!(await resourceStore(db).setSizeWhilePaused(project.id, size))) {
    throw new AppError('WRONG_PROJECT_STATUS', { data: { status: project.status } })
  }
  const { ref, organization_slug } = project
  const status = ProjectStatus.parse(project.status)
  await bus.publish({ topic: 'project', ref, organization_slug, status })
  return { status, instance_size: size, operation_id: null }
}

function assertChange(project: ProjectRow, size: ComputeSize) {
  if (project.instance_size !== size) return
  const message = `The project has the size ${COMPUTE[size].label} already`
  throw new AppError('BAD_INPUT', {
    message,
    data: { fields: { desired_instance_size: [message] } },
  })
}

function assertFits(engine: Engine, size: ComputeSize) {
  const { label, memoryMb } = COMPUTE[size]
  if (memoryMb <= engine.capacityMb) return
  const message = `${label} needs ${memoryMb / 1024} GB of memory, more than this machine has`
  throw new AppError('SIZE_UNAVAILABLE', { message })
}
