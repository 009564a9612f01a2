import { ApiKeyRole } from '@plinth/contract'
import { AppError } from '#app/base/app-error.ts'
import { actorOf, os, projectOf } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { violatesUnique } from '#app/db/violation.ts'
import { keptOf, makeKey } from './key.ts'
import { legacyKeysOf } from './legacy-keys.ts'
import { lastUsesOf } from './last-uses.ts'
import { presentKey, presentLegacy } from './present.ts'
import { apiKeyStore, MAX_KEYS } from './store.ts'

export const apiKeyHandlers = (deps: Deps) => {
  const { db, log, secrets, bus, clock } = deps
  const store = apiKeyStore(db)
  const lastUses = lastUsesOf(deps)
  /** The gateways forget what they know of the project's keys. */
  const tell = (ref: string) => bus.publish({ topic: 'keys', ref })

  function future(expiresAt: string | null): Date | null {
    const at = expiresAt === null ? null : new Date(expiresAt)
    if (!at || at > clock()) return at
    const message = 'Choose a time to come'
    throw new AppError('BAD_INPUT', { message, data: { fields: { expires_at: [message] } } })
  }

  return {
    list: os.apiKeys.list.handler(async ({ input, context }) => {
      const row = projectOf({ context })
      const known = lastUses(row).catch((error: unknown) => {
        // a list of keys is worth having without it
        log.warn({ err: error, ref: row.ref }, 'the last use of keys is not known')
        return []
      })
      const [made, uses] = await Promise.all([store.list(row.id), known])
      const legacy = { keys: legacyKeysOf(secrets, row), uses, reveal: input.reveal }
      return [...presentLegacy(row, legacy), ...made.map((key) => presentKey(key))]
    }),

    create: os.apiKeys.create.handler(async ({ input, context }) => {
      const { id: projectId, ref } = projectOf({ context })
      const { type, name, description } = input
      if ((await store.count(projectId)) >= MAX_KEYS) throw new AppError('API_KEY_LIMIT')
      const key = makeKey(type)
      const row = await named(name, () =>
        store.insert({
          project_id: projectId,
          type,
          name,
          description,
          ...keptOf(type, key),
          expires_at: future(input.expires_at),
          created_by: actorOf({ context }).id,
        }),
      )
      await tell(ref)
      return presentKey(row, key)
    }),

    update: os.apiKeys.update.handler(async ({ input, context }) => {
      const { id: projectId, ref } = projectOf({ context })
      const { name, description, expires_at: expiresAt } = input
      const row = await named(name, () =>
        store.update(projectId, input.id, {
          ...(name !== undefined && { name }),
          ...(description !== undefined && { description }),
          ...(expiresAt !== undefined && { expires_at: future(expiresAt) }),
        }),
      )
      if (!row) throw new AppError('API_KEY_NOT_FOUND')
      await tell(ref)
      return presentKey(row)
    }),

    delete: os.apiKeys.delete.handler(async ({ input, context }) => {
      const { id: projectId, ref } = projectOf({ context })
      if (!(await store.delete(projectId, input.id))) throw new AppError('API_KEY_NOT_FOUND')
      await tell(ref)
      return { ok: true as const }
    }),

    lastUsed: os.apiKeys.lastUsed.handler(async ({ context }) => ({
      result: await lastUses(projectOf({ context })),
    })),
  }
}

/** Names of keys are one's own, and those of the old kind are known by theirs. */
async function named<Result>(name: string | undefined, write: () => Promise<Result>) {
  if (ApiKeyRole.safeParse(name).success) throw new AppError('API_KEY_NAME_TAKEN')
  try {
    return await write()
  } catch (error) {
    throw violatesUnique(error, 'api_keys_name') ? new AppError('API_KEY_NAME_TAKEN') : error
  }
}
