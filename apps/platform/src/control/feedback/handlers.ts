import { AppError } from '#app/base/app-error.ts'
import { actorOf, os } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'

const DAY_S = 24 * 60 * 60
// nobody leaves more often than this
const MOST_A_DAY = 50

/** Why people leave. Kept here, sent nowhere. */
export const feedbackHandlers = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) => ({
  downgrade: os.feedback.downgrade.handler(async ({ input, context }) => {
    const user_id = actorOf({ context }).id
    const { count } = await db
      .selectFrom('exit_feedback')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('user_id', '=', user_id)
      .where('created_at', '>', new Date(clock().getTime() - DAY_S * 1000))
      .executeTakeFirstOrThrow()
    if (Number(count) >= MOST_A_DAY) {
      throw new AppError('TOO_MANY_REQUESTS', { data: { retryAfterSeconds: DAY_S } })
    }
    await db
      .insertInto('exit_feedback')
      .values({
        user_id,
        organization_slug: input.orgSlug ?? null,
        project_ref: input.projectRef ?? null,
        exit_action: input.exitAction,
        reasons: [input.reasons].flat(),
        message: input.message ?? null,
        additional_feedback: input.additionalFeedback ?? null,
      })
      .execute()
    return { ok: true as const }
  }),
})
