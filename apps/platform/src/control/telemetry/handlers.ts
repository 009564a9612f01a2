import { actorOf, os } from '#app/base/context.ts'

export const telemetryHandlers = () => ({
  reportError: os.telemetry.reportError.handler(({ input, context }) => {
    const { id } = actorOf({ context })
    context.log.warn({ userId: id, report: input }, 'a page of the dashboard broke')
    return { ok: true }
  }),
})
