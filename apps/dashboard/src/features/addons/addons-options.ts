import { api } from '#app/api/client.ts'
import { MINUTE } from '#app/lib/time.ts'

/** They change by somebody's hand only, and whoever changes them gets the answer (facts: stale 1 h). */
export const addonsOptions = (ref: string) =>
  api.addons.list.queryOptions({ input: { ref }, staleTime: 60 * MINUTE })
