import { api } from '#app/api/client.ts'
import { SECOND } from '#app/lib/time.ts'

/** What the services answer; asked again while the page is open, as health is what one looks at it for. */
export const healthOptions = (ref: string) =>
  api.projects.health.queryOptions({ input: { ref }, refetchInterval: 15 * SECOND })
