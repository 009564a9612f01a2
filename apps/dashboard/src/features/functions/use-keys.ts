import type { Project } from '@plinth/contract'
import { useQuery } from '@tanstack/react-query'
import { api, client } from '#app/api/client.ts'
import { queryClient } from '#app/api/query-client.ts'
import { useProjectMay } from '#app/api/session.ts'

const keysOptions = (ref: string) => api.apiKeys.list.queryOptions({ input: { ref } })

type Key = Awaited<ReturnType<typeof client.apiKeys.list>>[number]
const publicOf = (keys: readonly Key[]): string | undefined =>
  keys.find(({ type, api_key: key }) => type !== 'secret' && key !== null)?.api_key ?? undefined

/** The key that may stand in a page; undefined until it is known, and for who may not see keys. */
export function usePublicKey(project: Project): string | undefined {
  const mayRead = useProjectMay('api_keys:read', project)
  const { data } = useQuery({ ...keysOptions(project.ref), enabled: mayRead })
  return data && publicOf(data)
}

/** The same for a request, which waits for it: sent without, it would only be refused. */
export const publicKeyOf = async (ref: string): Promise<string | undefined> =>
  publicOf(await queryClient.ensureQueryData(keysOptions(ref)))

/** Fetched when it is used, and kept nowhere. */
export async function secretKeyOf(ref: string): Promise<string | undefined> {
  const keys = await client.apiKeys.list({ ref, reveal: 'true' })
  const isSecret = ({ secret_jwt_template: { role }, api_key: key }: (typeof keys)[number]) =>
    role === 'service_role' && key !== null
  return keys.find(isSecret)?.api_key ?? undefined
}
