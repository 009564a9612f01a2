import { api, client } from '#app/api/client.ts'
import { queryClient } from '#app/api/query-client.ts'

/** A project's saved log queries, newest first. */
export const savedOptions = (ref: string) =>
  api.snippets.list.queryOptions({ input: { ref, type: 'log_sql', limit: 200 } })

const refresh = (ref: string) =>
  queryClient.invalidateQueries({ queryKey: api.snippets.list.key({ input: { ref } }) })

export async function saveQuery(ref: string, name: string, sql: string) {
  const id = crypto.randomUUID()
  await client.snippets.save({ ref, id, name, sql, type: 'log_sql' })
  await refresh(ref)
}

export async function deleteQuery(ref: string, id: string) {
  await client.snippets.delete({ ref, id })
  await refresh(ref)
}

export const loadQuery = async (ref: string, id: string): Promise<string> =>
  (await client.snippets.view({ ref, id })).sql
