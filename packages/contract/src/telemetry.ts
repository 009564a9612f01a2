import { z } from 'zod'
import { Done } from './common.ts'
import { endpoint } from './endpoint.ts'

/** Kept in this installation's own log, sent nowhere else. */
export const telemetry = {
  reportError: endpoint({
    needs: 'signed-in',
    route: {
      method: 'POST',
      path: '/platform/telemetry/errors',
      summary: 'Record that a page of the dashboard broke',
    },
    audit: false,
  })
    .input(
      z.strictObject({
        message: z.string().max(2000),
        stack: z.string().max(8000).optional(),
        path: z.string().max(500),
      }),
    )
    .output(Done),
}
