import { z } from 'zod'
import { ByRef, DisplayName, Done } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Operation } from './operations.ts'
import type { PlanId } from './organizations.ts'

/** Days a backup is kept, by plan; the newest one always stays. */
export const BACKUP_RETENTION_DAYS = {
  free: 1,
  pro: 7,
  team: 14,
  enterprise: 30,
} as const satisfies Record<PlanId, number>

/** Of those somebody asked for: each is a whole copy, and nobody looks after a script that asks for more. */
export const MAX_REQUESTED_BACKUPS = 100

/** How often a project in use is backed up without being asked. */
export const BACKUP_INTERVAL_HOURS = 24

export const Backup = z.object({
  id: z.string(),
  isPhysicalBackup: z.boolean(),
  status: z.enum(['COMPLETED', 'DAMAGED']),
  inserted_at: z.string(),
  /** What asked for it. */
  reason: z.enum(['scheduled', 'requested', 'pause', 'safety', 'upgrade', 'first']),
  size_bytes: z.int(),
  postgres_version: z.string(),
})
export type Backup = z.infer<typeof Backup>

export const BackupVerification = z.object({
  backup_id: z.string(),
  verified_at: z.string(),
  outcome: z.enum(['passed', 'failed']),
  detail: z.string(),
})
export type BackupVerification = z.infer<typeof BackupVerification>

export const BackupList = z.object({
  backups: z.array(Backup),
  status: z.literal('physical-backups-enabled'),
  retention_days: z.int(),
  pitr_enabled: z.boolean(),
  /** From when to when the database can be restored to the second; null without a backup. */
  recoverable: z.object({ earliest: z.string(), latest: z.string() }).nullable(),
  next_scheduled_at: z.string().nullable(),
  last_verified: BackupVerification.nullable(),
  archiving: z.object({ failed_count: z.int(), last_failed_at: z.string().nullable() }).nullable(),
})
export type BackupList = z.infer<typeof BackupList>

export const DownloadableBackup = z.object({
  id: z.string(),
  inserted_at: z.string(),
  size_bytes: z.int().nullable(),
})

export const Began = z.object({ operation: Operation })
const common = ['PROJECT_NOT_FOUND', 'WRONG_PROJECT_STATUS', 'OPERATION_CONFLICT'] as const
/** One that is paused is started by it, so all that a paused one may meet. */
export const restoring = [...common, 'FREE_PROJECT_LIMIT', 'RESTORE_WINDOW_OVER'] as const
export const RecoveryTime = z.int().min(0).max(4_102_444_800)

export const backups = {
  list: endpoint({
    needs: 'backups:read',
    route: {
      method: 'GET',
      path: '/platform/database/{ref}/backups',
      summary: 'Backups of a project and how far back it can be restored',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef)
    .output(BackupList),

  create: endpoint({
    needs: 'backups:write',
    route: {
      method: 'POST',
      path: '/platform/database/{ref}/backups',
      summary: 'Take a backup now',
      successStatus: 201,
    },
    errors: [...common, 'TOO_MANY_REQUESTS'],
  })
    .input(ByRef)
    .output(Began),

  downloadable: endpoint({
    needs: 'backups:read',
    route: {
      method: 'GET',
      path: '/platform/database/{ref}/backups/downloadable-backups',
      summary: 'Backups that can be downloaded as SQL',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef)
    .output(
      z.object({
        backups: z.array(DownloadableBackup),
        status: z.literal('physical-backups-enabled'),
      }),
    ),

  download: endpoint({
    needs: 'backups:write',
    route: {
      method: 'POST',
      path: '/platform/database/{ref}/backups/download',
      summary: 'A link that downloads one backup as SQL, once, within the hour',
    },
    errors: ['PROJECT_NOT_FOUND', 'BACKUP_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  })
    .input(ByRef.extend({ id: z.string().max(100) }))
    .output(z.object({ fileUrl: z.string() })),

  restore: endpoint({
    needs: 'backups:write',
    route: {
      method: 'POST',
      path: '/platform/database/{ref}/backups/restore',
      summary: 'Put the database back to a backup; what it held before is kept',
    },
    errors: [...restoring, 'BACKUP_NOT_FOUND'],
  })
    .input(ByRef.extend({ id: z.string().max(100) }))
    .output(Began),

  restoreToMoment: endpoint({
    needs: 'backups:write',
    route: {
      method: 'POST',
      path: '/platform/database/{ref}/backups/pitr',
      summary: 'Put the database back to a second of its past',
    },
    errors: [...restoring, 'MOMENT_NOT_RECOVERABLE', 'PITR_NOT_ENABLED'],
  })
    .input(ByRef.extend({ recovery_time_target_unix: RecoveryTime }))
    .output(Began),

  restoreToNewProject: endpoint({
    needs: 'backups:write',
    route: {
      method: 'POST',
      path: '/platform/database/{ref}/backups/restore-to-new-project',
      summary:
        'A new project with the data of a backup or of a moment, and the disk and doors of this one',
      successStatus: 201,
    },
    errors: [
      'PROJECT_NOT_FOUND',
      'BACKUP_NOT_FOUND',
      'MOMENT_NOT_RECOVERABLE',
      'PITR_NOT_ENABLED',
      'ORGANIZATION_NOT_FOUND',
      'SIZE_UNAVAILABLE',
      'VERSION_UNAVAILABLE',
    ],
  })
    .input(
      ByRef.extend({
        name: DisplayName,
        id: z.string().max(100).optional(),
        recovery_time_target_unix: RecoveryTime.optional(),
      }).refine(
        ({ id, recovery_time_target_unix: at }) => (id === undefined) !== (at === undefined),
        'Name a backup or a moment, and not both',
      ),
    )
    .output(z.object({ ref: z.string(), name: z.string() })),

  verify: endpoint({
    needs: 'backups:write',
    route: {
      method: 'POST',
      path: '/platform/database/{ref}/backups/verify',
      summary: 'Restore the newest backup into a scratch server and check it',
    },
    errors: ['PROJECT_NOT_FOUND', 'BACKUP_NOT_FOUND'],
  })
    .input(ByRef)
    .output(BackupVerification),

  storageArchive: endpoint({
    needs: 'backups:read',
    route: {
      method: 'GET',
      path: '/platform/storage/{ref}/archive',
      summary: 'Where the archive of stored files can be downloaded',
    },
    errors: ['PROJECT_NOT_FOUND', 'STORAGE_ARCHIVE_NOT_FOUND'],
  })
    .input(ByRef)
    .output(z.object({ fileUrl: z.string() })),

  createStorageArchive: endpoint({
    needs: 'backups:write',
    route: {
      method: 'POST',
      path: '/platform/storage/{ref}/archive',
      summary: 'Pack the stored files of a project',
    },
    errors: ['PROJECT_NOT_FOUND', 'STORAGE_ARCHIVE_NOT_FOUND'],
  })
    .input(ByRef)
    .output(Done),
}
