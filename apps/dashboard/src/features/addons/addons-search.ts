import type { SelectableAddon } from '@plinth/contract'
import { choiceParam, textParam } from '#app/lib/search-params.ts'

/** Which add-on's panel is open, and where the link to it stood. */
export type AddonsSearch = { readonly panel?: SelectableAddon; readonly source?: string }

// not the schema's own list: a route's search parameters are part of everybody's first load
const PANELS = ['pitr', 'custom_domain', 'ipv4'] as const satisfies readonly SelectableAddon[]

// links of other clients write it in their own way
const ALIASES: Readonly<Record<string, SelectableAddon>> = { customDomain: 'custom_domain' }

export function parseAddonsSearch(raw: Record<string, unknown>): AddonsSearch {
  const named = textParam(raw['panel'])
  const panel = choiceParam(ALIASES[named ?? ''] ?? named, PANELS)
  const source = textParam(raw['source'])?.slice(0, 64)
  return { ...(panel && { panel }), ...(source && { source }) }
}
