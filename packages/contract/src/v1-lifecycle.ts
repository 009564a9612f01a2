import { z } from 'zod'
import { BackupList, Began, RecoveryTime, restoring } from './backups.ts'
import { ByRef } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Moved, RestoreOptions } from './power.ts'
import { ServiceHealth } from './projects.ts'

const common = ['PROJECT_NOT_FOUND', 'WRONG_PROJECT_STATUS', 'OPERATION_CONFLICT'] as const

const V1ServiceHealth = z.object({
  name: ServiceHealth.shape.name,
  healthy: z.boolean(),
  status: z.enum(['ACTIVE_HEALTHY', 'UNHEALTHY', 'INACTIVE']),
  error: z.string().optional(),
})

/** The life of a project for automation: what the dashboard's own calls do, under stable paths. */
export const v1Lifecycle = {
  pause: endpoint({
    needs: 'projects:pause',
    route: { method: 'POST', path: '/v1/projects/{ref}/pause', summary: 'Pause a project' },
    errors: common,
  })
    .input(ByRef)
    .output(Moved),

  restore: endpoint({
    needs: 'infra:restore',
    route: {
      method: 'POST',
      path: '/v1/projects/{ref}/restore',
      summary: 'Bring a paused project back',
    },
    errors: [...restoring, 'VERSION_UNAVAILABLE'],
  })
    .input(ByRef.extend(RestoreOptions))
    .output(Moved),

  restart: endpoint({
    needs: 'projects:restart',
    route: { method: 'POST', path: '/v1/projects/{ref}/restart', summary: 'Restart a project' },
    errors: common,
  })
    .input(ByRef)
    .output(Moved),

  health: endpoint({
    needs: 'projects:read',
    route: {
      method: 'GET',
      path: '/v1/projects/{ref}/health',
      summary: 'What the services of a project answer right now',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef)
    .output(z.array(V1ServiceHealth)),

  backups: endpoint({
    needs: 'backups:read',
    route: {
      method: 'GET',
      path: '/v1/projects/{ref}/database/backups',
      summary: 'Backups of a project and how far back it can be restored',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef)
    .output(BackupList),

  createBackup: endpoint({
    needs: 'backups:write',
    route: {
      method: 'POST',
      path: '/v1/projects/{ref}/database/backups',
      summary: 'Take a backup now',
      successStatus: 201,
    },
    errors: [...common, 'TOO_MANY_REQUESTS'],
  })
    .input(ByRef)
    .output(Began),

  restoreBackup: endpoint({
    needs: 'backups:write',
    route: {
      method: 'POST',
      path: '/v1/projects/{ref}/database/backups/restore',
      summary: 'Put the database back to a backup; what it held before is kept',
      successStatus: 201,
    },
    errors: [...restoring, 'BACKUP_NOT_FOUND'],
  })
    .input(ByRef.extend({ id: z.string().max(100) }))
    .output(Began),

  restorePitr: endpoint({
    needs: 'backups:write',
    route: {
      method: 'POST',
      path: '/v1/projects/{ref}/database/backups/restore-pitr',
      summary: 'Put the database back to a second of its past',
      successStatus: 201,
    },
    errors: [...restoring, 'MOMENT_NOT_RECOVERABLE', 'PITR_NOT_ENABLED'],
  })
    .input(ByRef.extend({ recovery_time_target_unix: RecoveryTime }))
    .output(Began),
}
