import type { Project } from '@plinth/contract'
import { useQuery } from '@tanstack/react-query'
import { api, client } from '#app/api/client.ts'
import { useProjectMay } from '#app/api/session.ts'

/** The key that may stand in a page; undefined until it is known, and for who may not see keys. */
export function usePublicKey(project: Project): string | undefined {
  const mayRead = useProjectMay('api_keys:read', project)
  const { data } = useQuery(
    api.apiKeys.list.queryOptions({ input: { ref: project.ref }, enabled: mayRead }),
  )
  return (
    data?.find(({ type, api_key: key }) => type !== 'secret' && key !== null)?.api_key ?? undefined
  )
}

/** Fetched when it is used, and kept nowhere. */
export async function secretKeyOf(ref: string): Promise<string | undefined> {
  const keys = await client.apiKeys.list({ ref, reveal: 'true' })
  const isSecret = ({ secret_jwt_template: { role }, api_key: key }: (typeof keys)[number]) =>
    role === 'service_role' && key !== null
  return keys.find(isSecret)?.api_key ?? undefined
}
