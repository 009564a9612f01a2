import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { contract } from '@plinth/contract'
import routes from 'virtual:contract-routes'
import { markError, noteRequestId } from './request-ids.ts'

export type Client = JsonifiedClient<ContractRouterClient<typeof contract>>

const link = new OpenAPILink(routes, {
  url: location.origin,
  interceptors: [markError],
  clientInterceptors: [noteRequestId],
})

/** The platform's calls as functions, for what is no query: streams and one-off reads. */
export const client: Client = createORPCClient(link)

/** The platform's calls as query and mutation options, and the keys of their caches. */
export const api = createTanstackQueryUtils(client)
