import { actorOf, os } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'

/** Why people leave. Kept here, sent nowhere. */
export const feedbackHandlers = ({ db }: Pick<Deps, 'db'>) => ({
  downgrade: os.feedback.downgrade.handler(async ({ input, context }) => {
    await db
      .insertInto('exit_feedback')
      .values({
        user_id: actorOf({ context }).id,
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
