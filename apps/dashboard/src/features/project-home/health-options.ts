import { api } from '#app/api/client.ts'
import { SECOND } from '#app/lib/time.ts'

/**
 * What the services answer; asked again while the page is open, as health is what one looks at it for.
 * Where one is unhealthy that is more often: each attempt to start it again leaves another line.
 */
export const healthOptions = (ref: string) =>
  api.projects.health.queryOptions({
    input: { ref },
    refetchInterval: ({ state: { data } }) => {
      const isUnhealthy = data?.services.some(({ status }) => status === 'unhealthy')
      return (isUnhealthy || data?.database_keeps_crashing ? 3 : 15) * SECOND
    },
  })
