import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { AppError } from '#app/base/app-error.ts'
import { os } from '#app/base/context.ts'
import type { Database } from '#app/db/schema.ts'

type SystemDeps = {
  readonly db: Kysely<Database>
  readonly version: string
  readonly needsOwner: () => Promise<boolean>
}

export const systemHandlers = ({ db, version, needsOwner }: SystemDeps) => ({
  health: os.system.health.handler(() => ({ status: 'ok' as const })),

  ready: os.system.ready.handler(async ({ context }) => {
    try {
      await sql`select 1`.execute(db)
    } catch (error) {
      context.log.error({ err: error }, 'the control database does not answer')
      throw new AppError('NOT_READY', { message: 'The control database does not answer' })
    }
    return { status: 'ready' as const }
  }),

  setup: os.system.setup.handler(async () => ({ needs_owner: await needsOwner(), version })),
})
