import { queryClient } from '#app/api/query-client.ts'
import { api } from '#app/api/client.ts'

export const functionsOptions = (ref: string) => api.functions.list.queryOptions({ input: { ref } })

export const functionOptions = (ref: string, slug: string) =>
  api.functions.view.queryOptions({ input: { ref, slug } })

export const bodyOptions = (ref: string, slug: string) =>
  api.functions.body.queryOptions({ input: { ref, slug } })

/** After a deployment or a change of one. */
export const refreshFunctions = () =>
  queryClient.invalidateQueries({ queryKey: api.functions.key() })
