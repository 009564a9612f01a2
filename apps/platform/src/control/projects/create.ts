import { COMPUTE, type CreateProject, may } from '@plinth/contract'
import { scramVerifier } from '@plinth/postgres'
import type { z } from 'zod'
import { AppError } from '#app/base/app-error.ts'
import type { Actor, ProjectRow } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { randomPassword, randomRef } from '#app/base/random.ts'
import { projectStore } from '#app/db/project-store.ts'
import type { Engine } from '#app/engine/engine.ts'
import { portForNew } from '#app/engine/ports.ts'
import type { Lifecycle } from '#app/lifecycle/lifecycle.ts'
import { newSecrets, sealSecrets } from '#app/lifecycle/placement.ts'

// far from the accounts of people and services, and of other engines' user namespaces
const FIRST_OS_UID = 700_000

export type CreateDeps = Pick<Deps, 'db' | 'secrets'> & {
  readonly engine: Engine
  readonly lifecycle: Lifecycle
  readonly host: string
}

type Input = z.output<typeof CreateProject>
/** Whose data it begins with: another project's, as a backup or a moment has it. */
type CopySource = { readonly source_ref: string; readonly name?: string; readonly moment?: string }

/** Records a project and the operation that brings it up, both or neither. */
export async function createProject(
  deps: CreateDeps,
  { actor, input, source }: { actor: Actor; input: Input; source?: CopySource },
): Promise<ProjectRow> {
  const projects = projectStore(deps.db)
  const organization = await projects.organizationBySlug(input.organization_slug)
  const target = { organizationSlug: input.organization_slug }
  if (!organization || !may({ grants: actor.grants }, 'organizations:read', target)) {
    throw new AppError('ORGANIZATION_NOT_FOUND')
  }
  if (!may(actor, 'projects:create', target)) {
    throw new AppError('FORBIDDEN', { data: { permission: 'projects:create' } })
  }
  assertAvailable(deps.engine, input)

  const ref = randomRef()
  const number = await projects.nextNumber()
  const verifier = await scramVerifier(input.db_pass ?? randomPassword())
  const [projectId, operationId] = await deps.db.transaction().execute(async (trx) => {
    const id = await projects.insert(trx, {
      ref,
      organization_id: organization.id,
      name: input.name,
      status: 'COMING_UP',
      cloud_provider: input.cloud_provider,
      region: input.region,
      instance_size: input.desired_instance_size,
      postgres_engine: input.postgres_engine,
      host: deps.host,
      os_uid: FIRST_OS_UID + number,
      port: await unusedPort(deps, number),
      secrets: sealSecrets(deps.secrets, ref, newSecrets()),
    })
    if (source) await projects.copySettings(trx, { from: source.source_ref, to: id })
    const sealed = deps.secrets.seal(verifier, `project ${ref}`).toString('base64')
    const operation = await deps.lifecycle.enqueue(trx, id, {
      kind: 'create',
      // a copy keeps the owner's password of what it was copied from
      input: source ?? { owner_verifier: sealed },
      requestedBy: actor.id,
    })
    return [id, operation]
  })
  deps.lifecycle.wake()
  await deps.lifecycle.changed(operationId)
  const created = await projects.byId(projectId)
  if (!created) throw new Error('The project vanished while it was being made')
  return created
}

function assertAvailable(engine: Engine, input: Input) {
  const { label, memoryMb } = COMPUTE[input.desired_instance_size]
  if (memoryMb > engine.capacityMb) {
    const message = `${label} needs ${memoryMb / 1024} GB of memory, more than this machine has`
    throw new AppError('SIZE_UNAVAILABLE', { message })
  }
  const isInstalled = engine
    .versions()
    .some(({ postgresEngine }) => postgresEngine === input.postgres_engine)
  if (!isInstalled) throw new AppError('VERSION_UNAVAILABLE')
  if (input.cloud_provider !== 'LOCAL' || input.region !== 'local') {
    const fields = { region: ['Projects run on this machine: choose LOCAL and local'] }
    throw new AppError('BAD_INPUT', {
      message: 'This region is not offered here',
      data: { fields },
    })
  }
}

async function unusedPort({ db, host }: CreateDeps, number: number): Promise<number> {
  const port = await portForNew(host, number, new Set(await projectStore(db).ports()))
  if (port !== undefined) return port
  throw new AppError('INTERNAL', { message: 'Every port for databases is in use on this machine' })
}
