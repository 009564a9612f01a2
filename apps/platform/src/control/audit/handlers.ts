import { organizationOf, os } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { presentEntry } from './present.ts'
import { auditStore } from './store.ts'

export function auditHandlers({ db }: Pick<Deps, 'db'>) {
  const store = auditStore(db)
  return {
    list: os.audit.list.handler(async ({ input, context }) => {
      const { limit, before } = input
      // one more than asked for says whether there is a next page
      const rows = await store.list(organizationOf({ context }).id, { limit: limit + 1, before })
      const shown = rows.slice(0, limit)
      const next = rows.length > limit ? (shown.at(-1)?.id ?? null) : null
      return { entries: shown.map(presentEntry), next }
    }),
  }
}
