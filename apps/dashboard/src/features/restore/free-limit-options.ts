import { api } from '#app/api/client.ts'

/** Members who can own no further active free project. */
export const freeLimitOptions = (slug: string) =>
  api.freeProjects.reachedLimit.queryOptions({ input: { slug } })
