import { z } from 'zod'
import { ByRef, Nothing, Timestamp } from './common.ts'
import { ComputeSize } from './compute.ts'
import { endpoint } from './endpoint.ts'
import { MetricInterval, MetricName } from './metrics.ts'
import { ProjectStatus } from './project-status.ts'

const WarningLevel = z.enum(['critical', 'warning']).nullable()

/** What a project runs short of. */
export const ResourceWarning = z.object({
  /** Its ref. */
  project: z.string(),
  organization_slug: z.string(),
  is_readonly_mode_enabled: z.boolean(),
  disk_io_exhaustion: WarningLevel,
  disk_space_exhaustion: WarningLevel,
  cpu_exhaustion: WarningLevel,
  memory_and_swap_exhaustion: WarningLevel,
  /** Never critical. */
  auth_rate_limit_exhaustion: z.literal('warning').nullable(),
})
export type ResourceWarning = z.infer<typeof ResourceWarning>

const MetricList = z
  .string()
  .transform((list) => list.split(',').filter(Boolean))
  .pipe(z.array(MetricName).min(1, 'Name at least one'))

export const MetricSeries = z.object({
  unit: z.enum(['percent', 'count', 'bytes', 'bytes_per_second', 'per_second']),
  average: z.number().nullable(),
  maximum: z.number().nullable(),
  /** What the project has of it, where that is a number of its own. */
  limit: z.number().nullable(),
})
export type MetricSeries = z.infer<typeof MetricSeries>

export const Metrics = z.object({
  interval: MetricInterval,
  /** Every interval from the first to the last; null where nothing was measured. */
  data: z.array(
    z.object({
      period_start: z.string(),
      values: z.partialRecord(MetricName, z.number().nullable()),
    }),
  ),
  series: z.partialRecord(MetricName, MetricSeries),
})
export type Metrics = z.infer<typeof Metrics>

export const resources = {
  resize: endpoint({
    needs: 'infra:write',
    route: {
      method: 'POST',
      path: '/platform/projects/{ref}/resize',
      summary: 'Give a project another compute size; a running one restarts with it',
    },
    errors: ['PROJECT_NOT_FOUND', 'WRONG_PROJECT_STATUS', 'OPERATION_CONFLICT', 'SIZE_UNAVAILABLE'],
  })
    .input(ByRef.extend({ desired_instance_size: ComputeSize }))
    .output(
      z.object({
        status: ProjectStatus,
        instance_size: ComputeSize,
        /** Null where the project is paused: it has the size at once. */
        operation_id: z.string().nullable(),
      }),
    ),

  metrics: endpoint({
    needs: 'projects:read',
    route: {
      method: 'GET',
      path: '/platform/projects/{ref}/infra-monitoring',
      summary: 'What a project used of its CPU, memory, disk and connections',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(
      ByRef.extend({
        /** Comma-separated. */
        attributes: MetricList.default(['cpu_usage', 'ram_usage', 'disk_io', 'disk_usage']),
        /** The last hour unless given. */
        start: Timestamp.optional(),
        end: Timestamp.optional(),
        /** The finest that suits the range unless given. */
        interval: MetricInterval.optional(),
      }),
    )
    .output(Metrics),

  warnings: endpoint({
    // limited by the handler to the projects that the caller can see
    needs: 'signed-in',
    route: {
      method: 'GET',
      path: '/platform/projects-resource-warnings',
      summary: 'Running projects of yours that run short of something',
    },
  })
    .input(Nothing)
    .output(z.array(ResourceWarning)),
}
