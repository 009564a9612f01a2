import { ApiKeyRole } from '@plinth/contract'
import { z } from 'zod'
import { AppError } from '#app/base/app-error.ts'
import type { ProjectRow } from '#app/base/context.ts'
import { type AskDeps, logQueries } from '#app/control/logs/service.ts'

const DAY_MS = 24 * 60 * 60_000

const SQL = `
  select floor(extract(epoch from max(timestamp)) * 1000) as timestamp,
         key_role as role,
         key_prefix as signature_prefix
    from edge_logs
   where key_prefix is not null
     and key_role in ('anon', 'service_role')
   group by key_role, key_prefix
   order by max(timestamp) desc
   limit 200`

const LastUse = z.object({
  /** Milliseconds since 1970. */
  timestamp: z.int(),
  role: ApiKeyRole,
  signature_prefix: z.string(),
})
export type LastUse = z.infer<typeof LastUse>

/** The last request with each key in the last 24 hours: SQL over the gateway's log, as anybody may ask it. */
export function lastUsesOf(deps: AskDeps) {
  const ask = logQueries(deps)
  return async (project: ProjectRow): Promise<LastUse[]> => {
    const end = deps.clock()
    const start = new Date(end.getTime() - DAY_MS)
    const { result, error } = await ask(project, { sql: SQL, start, end })
    if (error) throw new AppError('LOGS_UNAVAILABLE', { cause: error })
    return z.array(LastUse).parse(result)
  }
}
