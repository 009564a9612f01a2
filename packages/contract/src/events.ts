import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { Nothing } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Operation } from './operations.ts'
import { ProjectStatus } from './project-status.ts'
import { ResourceWarning } from './resources.ts'

/** What is pushed to a dashboard: only of projects its person can see. */
export const PlatformEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({
    type: z.literal('project'),
    ref: z.string(),
    organization_slug: z.string(),
    status: ProjectStatus,
  }),
  z.object({ type: z.literal('operation'), organization_slug: z.string(), operation: Operation }),
  /** Where a project stands now, whenever that changes: all of it null again when nothing is short. */
  z.object({
    type: z.literal('resource-warning'),
    ref: z.string(),
    organization_slug: z.string(),
    warning: ResourceWarning,
  }),
])
export type PlatformEvent = z.infer<typeof PlatformEvent>

export const events = {
  stream: endpoint({
    needs: 'signed-in',
    route: {
      method: 'GET',
      path: '/platform/events',
      summary: 'Status changes as server-sent events, as they happen',
    },
  })
    .input(Nothing)
    .output(eventIterator(PlatformEvent)),
}
