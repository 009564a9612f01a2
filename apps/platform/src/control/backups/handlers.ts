import { BACKUP_INTERVAL_HOURS, type BackupList, CreateProject } from '@plinth/contract'
import { AppError } from '#app/base/app-error.ts'
import { actorOf, os, type ProjectRow, projectOf, type RequestContext } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { pitrDays } from '#app/control/addons/service.ts'
import { assertMayWake, guardOf } from '#app/control/power/service.ts'
import { createProject, type CreateDeps } from '#app/control/projects/service.ts'
import { placementOf } from '#app/lifecycle/placement.ts'
import { presentOperation } from '#app/lifecycle/present.ts'
import { newDownloadLink } from './download.ts'
import { presentBackup, presentVerification } from './present.ts'
import { momentOf } from './moment.ts'
import { backupStore } from './store.ts'
import { assertShare, daysKept } from './share.ts'
import { noStorageArchive } from './stored-files.ts'
import { verifyNewest } from './verify.ts'

const HOUR_MS = 60 * 60 * 1000

type BackupDeps = CreateDeps & Pick<Deps, 'clock' | 'publicUrl' | 'log'>
type Handling = { readonly context: RequestContext }

export function backupHandlers(deps: BackupDeps) {
  const { db, engine, lifecycle, secrets } = deps
  const { archives } = engine
  const store = backupStore(db)

  async function find(project: ProjectRow, id: string) {
    const found = (await archives.backups(project.ref)).find(({ name }) => name === id)
    if (!found) throw new AppError('BACKUP_NOT_FOUND')
    return found
  }

  async function begin(
    handling: Handling,
    what: { kind: 'backup' | 'restore_backup'; input: Record<string, unknown> },
  ) {
    const [actor, project] = [actorOf(handling), projectOf(handling)]
    if (what.kind === 'restore_backup') await assertMayWake(deps, { actor, project })
    const guard = guardOf(what.kind, project)
    const asked = { ...what, requestedBy: actor.id, ...(guard && { guard }) }
    const id = await lifecycle.begin(project, asked)
    const row = await lifecycle.operations.byId(id)
    if (!row) throw new AppError('OPERATION_NOT_FOUND')
    return { operation: presentOperation(row) }
  }

  /** What to restore from: a backup's name, or a moment the archive reaches. */
  async function sourceFor(
    project: ProjectRow,
    asked: { id?: string | undefined; at?: number | undefined },
  ) {
    if (asked.at !== undefined) {
      if ((await pitrDays(db, project.id)) === undefined) throw new AppError('PITR_NOT_ENABLED')
      return { moment: momentOf(asked.at, await archives.recoverable(project.ref)).toISOString() }
    }
    return { name: (await find(project, asked.id ?? '')).name }
  }

  async function list({ context }: Handling): Promise<BackupList> {
    const project = projectOf({ context })
    const found = await archives.backups(project.ref)
    const range = await archives.recoverable(project.ref)
    const verification = await store.verification(project.id)
    const isRunning = engine.observe(project.ref).state === 'running'
    const status = isRunning
      ? await archives.status(placementOf(secrets, project)).catch(() => undefined)
      : undefined
    const newest = found.at(-1)?.finishedAt
    return {
      backups: found.toReversed().map(presentBackup),
      status: 'physical-backups-enabled' as const,
      retention_days: await daysKept(deps, project),
      pitr_enabled: (await pitrDays(db, project.id)) !== undefined,
      recoverable: range
        ? { earliest: range.earliest.toISOString(), latest: range.latest.toISOString() }
        : null,
      next_scheduled_at:
        isRunning && newest
          ? new Date(newest.getTime() + BACKUP_INTERVAL_HOURS * HOUR_MS).toISOString()
          : null,
      last_verified: verification ? presentVerification(verification) : null,
      archiving: status
        ? {
            failed_count: status.failed_count,
            last_failed_at: status.last_failed_at?.toISOString() ?? null,
          }
        : null,
    }
  }

  async function take(handling: Handling) {
    const project = projectOf(handling)
    assertShare(await archives.backups(project.ref), {
      days: await daysKept(deps, project),
      now: deps.clock(),
    })
    return begin(handling, { kind: 'backup', input: { reason: 'requested' } })
  }

  async function restoreTo(handling: Handling, at: number) {
    const source = await sourceFor(projectOf(handling), { at })
    return begin(handling, { kind: 'restore_backup', input: source })
  }

  async function restoreFrom(handling: Handling, id: string) {
    const source = await sourceFor(projectOf(handling), { id })
    return begin(handling, { kind: 'restore_backup', input: source })
  }

  const backups = {
    list: os.backups.list.handler(list),

    create: os.backups.create.handler(take),

    downloadable: os.backups.downloadable.handler(async ({ context }) => {
      const found = await archives.backups(projectOf({ context }).ref)
      return {
        backups: found.toReversed().map(({ name, finishedAt, bytes }) => ({
          id: name,
          inserted_at: finishedAt.toISOString(),
          size_bytes: bytes,
        })),
        status: 'physical-backups-enabled' as const,
      }
    }),

    download: os.backups.download.handler(async ({ input, context }) => {
      const project = projectOf({ context })
      const { name } = await find(project, input.id)
      return { fileUrl: await newDownloadLink(deps, project, name) }
    }),

    restore: os.backups.restore.handler(({ input, context }) => restoreFrom({ context }, input.id)),

    restoreToMoment: os.backups.restoreToMoment.handler(({ input, context }) =>
      restoreTo({ context }, input.recovery_time_target_unix),
    ),

    restoreToNewProject: os.backups.restoreToNewProject.handler(async ({ input, context }) => {
      const project = projectOf({ context })
      const asked = { id: input.id, at: input.recovery_time_target_unix }
      // of before an upgrade: the copy is of the version that it was then
      const version = input.id
        ? (await find(project, input.id)).postgresEngine
        : project.postgres_engine
      const source = { source_ref: project.ref, ...(await sourceFor(project, asked)) }
      const { ref, name } = await createProject(deps, {
        actor: actorOf({ context }),
        input: CreateProject.parse({
          name: input.name,
          organization_slug: project.organization_slug,
          desired_instance_size: project.instance_size,
          postgres_engine: version,
        }),
        source,
      })
      return { ref, name }
    }),

    verify: os.backups.verify.handler(async ({ context }) => {
      const found = await verifyNewest(deps, projectOf({ context }))
      if (!found) throw new AppError('BACKUP_NOT_FOUND')
      return presentVerification(found)
    }),

    // no files are kept before the storage service exists; what is recorded of them is looked at
    storageArchive: os.backups.storageArchive.handler(async ({ context }) => {
      throw await noStorageArchive(deps, projectOf({ context }), false)
    }),
    createStorageArchive: os.backups.createStorageArchive.handler(async ({ context }) => {
      throw await noStorageArchive(deps, projectOf({ context }), true)
    }),
  }
  return {
    backups,
    v1Backups: {
      backups: os.v1.projects.backups.handler(list),
      createBackup: os.v1.projects.createBackup.handler(take),
      restoreBackup: os.v1.projects.restoreBackup.handler(({ input, context }) =>
        restoreFrom({ context }, input.id),
      ),
      restorePitr: os.v1.projects.restorePitr.handler(({ input, context }) =>
        restoreTo({ context }, input.recovery_time_target_unix),
      ),
    },
  }
}
