import {
  FREE_PROJECT_LIMIT,
  MAX_DAYS_PAUSED,
  type OperationKind,
  projectCan,
  ProjectStatus,
} from '@plinth/contract'
import { AppError } from '#app/base/app-error.ts'
import {
  actorOf,
  organizationOf,
  os,
  type ProjectRow,
  projectOf,
  type RequestContext,
} from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { projectStore } from '#app/db/project-store.ts'
import type { Engine } from '#app/engine/engine.ts'
import type { Lifecycle } from '#app/lifecycle/lifecycle.ts'
import { ownersAtLimit } from './free-limit.ts'
import { resetPassword } from './password.ts'
import { assertInWindow, guardOf, restoreWindow } from './service.ts'
import { transferProject, type TransferDeps } from './transfer.ts'
import { upgradeHandlers } from './upgrade.ts'

export type PowerDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'log'> &
  TransferDeps & { readonly engine: Engine; readonly lifecycle: Lifecycle }

type Handling = { readonly context: RequestContext }
type RestoreInput = {
  readonly postgres_engine?: string | undefined
  readonly release_channel?: string | undefined
}

/** On and off, here and there: what moves a whole project from one state to another. */
export function powerHandlers(deps: PowerDeps) {
  const { db, engine, lifecycle } = deps
  const projects = projectStore(db)

  async function begin(handling: Handling, kind: OperationKind, to: ProjectStatus) {
    const requestedBy = actorOf(handling).id
    const project = projectOf(handling)
    const guard = guardOf(kind, project)
    await lifecycle.begin(project, { kind, requestedBy, ...(guard && { guard }) })
    return { status: to }
  }

  const versionsFor = ({ postgres_engine }: ProjectRow) =>
    engine
      .versions()
      .filter(({ postgresEngine }) => postgresEngine === postgres_engine)
      .map(({ postgresEngine, version }) => ({
        postgres_engine: postgresEngine,
        release_channel: 'ga' as const,
        version,
      }))

  async function assertRestorable(project: ProjectRow, asked: RestoreInput) {
    await assertInWindow(deps, project)
    const { postgres_engine: engineAsked, release_channel: channel = 'ga' } = asked
    if (engineAsked !== undefined && engineAsked !== project.postgres_engine) {
      const message = 'A paused project comes back with its own version; upgrade it afterwards'
      throw new AppError('VERSION_UNAVAILABLE', { message })
    }
    if (versionsFor(project).every(({ release_channel }) => release_channel !== channel)) {
      throw new AppError('VERSION_UNAVAILABLE')
    }
  }

  const pause = (handling: Handling) => begin(handling, 'pause', 'PAUSING')
  async function restore(handling: Handling, asked: RestoreInput) {
    await assertRestorable(projectOf(handling), asked)
    return begin(handling, 'restore', 'RESTORING')
  }
  async function restart(handling: Handling, scope: 'project' | 'database') {
    const requestedBy = actorOf(handling).id
    await lifecycle.begin(projectOf(handling), { kind: 'restart', input: { scope }, requestedBy })
    return { status: 'RESTARTING' as const }
  }

  return {
    v1Power: {
      pause: os.v1.projects.pause.handler(pause),
      restore: os.v1.projects.restore.handler(({ input, context }) => restore({ context }, input)),
      restart: os.v1.projects.restart.handler((handling) => restart(handling, 'project')),
    },

    power: {
      pause: os.power.pause.handler(pause),

      pauseStatus: os.power.pauseStatus.handler(async ({ context }) => {
        const project = projectOf({ context })
        const window = await restoreWindow(deps, project)
        const backups = await engine.archives.backups(project.ref)
        return {
          latest_downloadable_backup_id: backups.at(-1)?.name ?? null,
          max_days_till_restore_disabled: MAX_DAYS_PAUSED,
          remaining_days_till_restore_disabled: window?.remainingDays ?? null,
          can_restore:
            projectCan('restore', ProjectStatus.parse(project.status)) && window?.isOpen !== false,
        }
      }),

      restore: os.power.restore.handler(({ input, context }) => restore({ context }, input)),

      restoreVersions: os.power.restoreVersions.handler(({ context }) => ({
        available_versions: versionsFor(projectOf({ context })),
      })),

      restart: os.power.restart.handler(({ input, context }) => restart({ context }, input.scope)),

      transfer: os.power.transfer.handler(({ input, context }) =>
        transferProject(deps, {
          context,
          project: projectOf({ context }),
          targetSlug: input.target_organization_slug,
        }),
      ),

      resetDatabasePassword: os.power.resetDatabasePassword.handler(async ({ input, context }) => {
        await resetPassword(deps, projectOf({ context }), input.password)
        return { ok: true as const }
      }),

      ...upgradeHandlers(deps),
    },

    freeProjects: {
      reachedLimit: os.freeProjects.reachedLimit.handler(async ({ context }) => {
        const organization = organizationOf({ context })
        if ((await projects.planOf(organization.id)) !== 'free') return []
        const owners = await ownersAtLimit(db, organization.id)
        return owners.map(({ email, name, active }) => ({
          primary_email: email,
          username: name,
          free_project_limit: FREE_PROJECT_LIMIT,
          active_free_projects: active,
        }))
      }),
    },
  }
}
