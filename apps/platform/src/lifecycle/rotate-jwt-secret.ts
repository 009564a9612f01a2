import { z } from 'zod'
import type { OperationDefinition, Step, StepContext } from './definition.ts'
import { running } from './up-steps.ts'

const Input = z.object({ sealed_secret: z.string() })
// what a repeat and a way back need: times so that the keys made from them come out the same
const Before = z.object({
  before: z.object({ sealed_secret: z.string(), issued_at: z.coerce.date() }),
  issued_at: z.coerce.date(),
})

type Change = { readonly secret: string; readonly issuedAt: Date }

/** Both columns in one statement: whoever reads the project sees the old keys or the new ones. */
const set = (
  { placement, sealSecrets, updateProject }: StepContext,
  { secret, issuedAt }: Change,
) =>
  updateProject({
    secrets: sealSecrets({ ...placement.secrets, jwtSecret: secret }),
    jwt_issued_at: issuedAt,
  })

const change: Step = {
  name: 'switch',
  label: 'Changing the secret and every key made from it',
  async run(context) {
    const { project, placement, state, remember, now, input, seal, unseal } = context
    const { sealed_secret: next } = Input.parse(input)
    if (!Before.safeParse(state).success) {
      const present = seal(placement.secrets.jwtSecret)
      await remember({
        before: { sealed_secret: present, issued_at: project.jwt_issued_at },
        // keys tell their time in whole seconds, and two secrets never share one
        issued_at: new Date(Math.floor(now.getTime() / 1000) * 1000),
      })
    }
    const { issued_at: issuedAt } = Before.parse(context.state)
    await set(context, { secret: unseal(next), issuedAt })
  },
  async undo(context) {
    const remembered = Before.safeParse(context.state)
    if (!remembered.success) return
    const { sealed_secret: before, issued_at: issuedAt } = remembered.data.before
    await set(context, { secret: context.unseal(before), issuedAt })
  },
}

const verify: Step = {
  name: 'verify',
  label: 'Checking that the data API answers',
  async run(context) {
    await context.engine.serve(await running(context))
  },
}

/**
 * Another JWT secret. No Postgres setting holds it and the data API believes the gateway, which reads
 * it where it is changed: so every part follows in one moment, or none does.
 */
export const rotateJwtSecret: OperationDefinition = {
  kind: 'rotate_jwt_secret',
  action: 'query',
  during: undefined,
  succeeded: 'ACTIVE_HEALTHY',
  failed: 'ACTIVE_HEALTHY',
  undone: 'ACTIVE_HEALTHY',
  cancelled: undefined,
  steps: [change, verify],
}
