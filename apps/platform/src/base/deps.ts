import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Bus } from '#app/db/bus.ts'
import type { Database } from '#app/db/schema.ts'
import type { Logs } from '#app/logs/logs.ts'
import type { SecretBox } from './secret-box.ts'

/** What every module is given. No module holds a pool, a clock or a key of its own. */
export type Deps = {
  readonly db: Kysely<Database>
  readonly log: Logger
  /** What projects log; `log` is our own. */
  readonly logs: Logs
  readonly secrets: SecretBox
  readonly bus: Bus
  readonly clock: () => Date
  /** Where people reach the dashboard, without a trailing slash; links are made from it. */
  readonly publicUrl: string
}
