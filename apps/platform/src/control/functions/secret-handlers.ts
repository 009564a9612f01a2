import { FUNCTION_LIMITS, type FunctionSecret } from '@plinth/contract'
import { AppError } from '#app/base/app-error.ts'
import { os, projectOf } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { functionSecretStore } from './secret-store.ts'

export const functionSecretHandlers = ({
  db,
  bus,
  secrets,
}: Pick<Deps, 'db' | 'bus' | 'secrets'>) => {
  const store = functionSecretStore(db)

  async function listed(projectId: string): Promise<FunctionSecret[]> {
    const rows = await store.list(projectId)
    return rows.map(({ updated_at: at, ...row }) => ({ ...row, updated_at: at.toISOString() }))
  }

  return {
    list: os.functionSecrets.list.handler(({ context }) => listed(projectOf({ context }).id)),

    set: os.functionSecrets.set.handler(async ({ input, context }) => {
      const { id, ref } = projectOf({ context })
      context.record.names = input.secrets.map(({ name }) => name)
      const sealed = input.secrets.map(({ name, value }) => ({
        name,
        sealed: secrets.seal(value, `function secrets ${ref}`),
        digest: secrets.hmac('function secret', `${ref} ${name} ${value}`),
      }))
      const hasRoom = await store.set(id, sealed, FUNCTION_LIMITS.secrets)
      if (!hasRoom) throw new AppError('FUNCTION_SECRET_LIMIT')
      await bus.publish({ topic: 'functions', ref })
      return listed(id)
    }),

    delete: os.functionSecrets.delete.handler(async ({ input, context }) => {
      const { id, ref } = projectOf({ context })
      await store.delete(id, input.names)
      await bus.publish({ topic: 'functions', ref })
      return listed(id)
    }),
  }
}
