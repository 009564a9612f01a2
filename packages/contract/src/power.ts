import { z } from 'zod'
import { ByRef, BySlug, Done, OrganizationSlug, ProjectRef } from './common.ts'
import { endpoint } from './endpoint.ts'
import { PostgresEngine, Project } from './projects.ts'
import { ProjectStatus } from './project-status.ts'
import { AvailableVersion } from './versions.ts'

/** How long a paused project can be restored; longer pauses keep their backups for download. */
export const MAX_DAYS_PAUSED = 90
/** Active free projects one person may own. */
export const FREE_PROJECT_LIMIT = 2

/** Where the project stands from now on. */
export const Moved = z.object({ status: ProjectStatus })
export const RestoreOptions = {
  postgres_engine: PostgresEngine.optional(),
  release_channel: z.enum(['ga', 'beta']).optional(),
}
const common = ['PROJECT_NOT_FOUND', 'WRONG_PROJECT_STATUS', 'OPERATION_CONFLICT'] as const

export const PauseStatus = z.object({
  latest_downloadable_backup_id: z.string().nullable(),
  max_days_till_restore_disabled: z.int(),
  remaining_days_till_restore_disabled: z.int().nullable(),
  can_restore: z.boolean(),
})
export type PauseStatus = z.infer<typeof PauseStatus>

/** The nine of the specification, in order; what each really does stands in docs/upgrades.md. */
export const UPGRADE_STEPS = [
  '0_started',
  '1_launched_upgraded_instance',
  '2_detached_volume_from_upgraded_instance',
  '3_attached_volume_to_original_instance',
  '4_initiated_data_upgrade',
  '5_completed_data_upgrade',
  '6_detached_volume_from_original_instance',
  '7_attached_volume_to_upgraded_instance',
  '8_completed_upgrade',
  '9_completed_post_physical_backup',
] as const
export const UpgradeStep = z.enum(UPGRADE_STEPS)

export const UpgradeStatus = z.object({
  databaseUpgradeStatus: z
    .object({
      initiated_at: z.string(),
      /** 0: under way, 1: upgraded, 2: failed. */
      status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
      progress: UpgradeStep,
      target_version: z.string(),
      error: z.string().nullable(),
      tracking_id: z.string(),
    })
    .nullable(),
})
export type UpgradeStatus = z.infer<typeof UpgradeStatus>

export const power = {
  pause: endpoint({
    needs: 'projects:pause',
    route: { method: 'POST', path: '/platform/projects/{ref}/pause', summary: 'Pause a project' },
    errors: common,
  })
    .input(ByRef)
    .output(Moved),

  pauseStatus: endpoint({
    needs: 'projects:read',
    route: {
      method: 'GET',
      path: '/platform/projects/{ref}/pause/status',
      summary: 'Whether, and until when, a paused project can be restored',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef)
    .output(PauseStatus),

  restore: endpoint({
    needs: 'infra:restore',
    route: {
      method: 'POST',
      path: '/platform/projects/{ref}/restore',
      summary: 'Bring a paused project back',
    },
    errors: [...common, 'FREE_PROJECT_LIMIT', 'RESTORE_WINDOW_OVER', 'VERSION_UNAVAILABLE'],
  })
    .input(ByRef.extend(RestoreOptions))
    .output(Moved),

  restoreVersions: endpoint({
    needs: 'projects:read',
    route: {
      method: 'GET',
      path: '/platform/projects/{ref}/restore/versions',
      summary: 'Postgres versions a paused project can come back with',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef)
    .output(z.object({ available_versions: z.array(AvailableVersion) })),

  restart: endpoint({
    needs: 'projects:restart',
    route: {
      method: 'POST',
      path: '/platform/projects/{ref}/restart',
      summary: 'Restart the whole project or only its database',
    },
    errors: common,
  })
    .input(ByRef.extend({ scope: z.enum(['project', 'database']).default('project') }))
    .output(Moved),

  transfer: endpoint({
    needs: 'projects:transfer',
    route: {
      method: 'POST',
      path: '/platform/projects/{ref}/transfer',
      summary: 'Move a project to another organization of yours',
    },
    errors: [...common, 'ORGANIZATION_NOT_FOUND', 'ADDON_UNAVAILABLE'],
  })
    .input(ByRef.extend({ target_organization_slug: OrganizationSlug }))
    .output(Project),

  upgrade: endpoint({
    needs: 'infra:write',
    route: {
      method: 'POST',
      path: '/v1/projects/{ref}/upgrade',
      summary: 'Upgrade Postgres; on failure the project is what it was',
      successStatus: 201,
    },
    errors: [...common, 'VERSION_UNAVAILABLE'],
  })
    .input(ByRef.extend({ target_version: PostgresEngine }))
    .output(z.object({ tracking_id: z.string() })),

  upgradeStatus: endpoint({
    needs: 'projects:read',
    route: {
      method: 'GET',
      path: '/v1/projects/{ref}/upgrade/status',
      summary: 'How far an upgrade is: the newest, or the one that tracking_id= names',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef.extend({ tracking_id: z.uuid().optional() }))
    .output(UpgradeStatus),

  upgradeEligibility: endpoint({
    needs: 'projects:read',
    route: {
      method: 'GET',
      path: '/v1/projects/{ref}/upgrade/eligibility',
      summary: 'Versions to upgrade to, and what stands in the way',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef)
    .output(
      z.object({
        eligible: z.boolean(),
        current_version: z.string().nullable(),
        target_versions: z.array(AvailableVersion),
        obstacles: z.array(z.string()),
      }),
    ),

  resetDatabasePassword: endpoint({
    needs: 'settings:write',
    route: {
      method: 'PATCH',
      path: '/platform/projects/{ref}/db-password',
      summary: "Set the owner role's password",
    },
    errors: ['PROJECT_NOT_FOUND', 'WRONG_PROJECT_STATUS', 'PROJECT_UNREACHABLE'],
  })
    .input(
      ByRef.extend({
        password: z
          .string()
          .min(12, 'Use at least 12 characters')
          .max(128, 'Use at most 128 characters')
          .regex(/^[\x20-\x7e]+$/, 'Use letters, digits and common signs only'),
      }),
    )
    .output(Done),
}

export const FreeProjectLimitMember = z.object({
  primary_email: z.string(),
  username: z.string(),
  free_project_limit: z.int(),
  active_free_projects: z.int(),
})

export const freeProjects = {
  reachedLimit: endpoint({
    needs: 'members:read',
    route: {
      method: 'GET',
      path: '/platform/organizations/{slug}/members/reached-free-project-limit',
      summary: 'Members who can own no further active free project',
    },
    errors: ['ORGANIZATION_NOT_FOUND'],
  })
    .input(BySlug)
    .output(z.array(FreeProjectLimitMember)),
}

/** Reasons for leaving, our own words; shown shuffled, the last one stays last. */
export const EXIT_REASONS = [
  { id: 'exploring', label: 'I was only trying things out', followUp: 'What were you exploring?' },
  { id: 'support', label: 'Help was slow or not helpful', followUp: 'Where did we let you down?' },
  { id: 'missing_feature', label: 'Something I need is missing', followUp: 'What is missing?' },
  { id: 'too_hard', label: 'It was too hard to use', followUp: 'What was hard?' },
  {
    id: 'reliability',
    label: 'It was too slow or not reliable',
    followUp: 'What happened, and when?',
  },
  {
    id: 'project_ended',
    label: 'The project was cancelled or put on hold',
    followUp: 'Would you use Plinth for the next one?',
  },
  { id: 'price', label: 'It costs too much', followUp: 'What would be a fair price?' },
  {
    id: 'price_unclear',
    label: 'The cost is hard to foresee',
    followUp: 'What would make it clearer?',
  },
  {
    id: 'company_closed',
    label: 'The company closed or was bought',
    followUp: 'Anything we should know?',
  },
  { id: 'trust', label: 'I no longer trust the product', followUp: 'What made you lose it?' },
  {
    id: 'none',
    label: 'None of these',
    followUp: 'What should we do better?',
  },
] as const

export const feedback = {
  downgrade: endpoint({
    needs: 'signed-in',
    route: {
      method: 'POST',
      path: '/platform/feedback/downgrade',
      summary: 'Why somebody leaves; kept in this installation',
      successStatus: 201,
    },
    errors: ['TOO_MANY_REQUESTS'],
    audit: false,
  })
    .input(
      z.strictObject({
        projectRef: ProjectRef.optional(),
        orgSlug: OrganizationSlug.optional(),
        message: z.string().max(5000).optional(),
        reasons: z.union([z.string().max(500), z.array(z.string().max(100)).max(11)]),
        additionalFeedback: z.string().max(5000).optional(),
        exitAction: z.enum(['delete', 'downgrade']).default('delete'),
      }),
    )
    .output(Done),
}
