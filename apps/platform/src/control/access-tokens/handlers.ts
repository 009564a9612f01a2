import { AppError } from '#app/base/app-error.ts'
import { os } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { type Identity, wholeActorOf } from '#app/control/auth/service.ts'
import { presentToken } from './present.ts'
import { accessTokenStore } from './store.ts'
import { keptOf, makeToken } from './token.ts'

const DAY_MS = 24 * 60 * 60_000

type Options = Pick<Deps, 'db' | 'clock'> & { readonly identity: Identity }

export function accessTokenHandlers({ db, clock, identity }: Options) {
  const store = accessTokenStore(db)
  return {
    list: os.accessTokens.list.handler(async ({ context }) => {
      const rows = await store.list(wholeActorOf({ context }).id)
      return rows.map(presentToken)
    }),

    // only a whole actor gets here, so a token never makes one that may do more than itself
    create: os.accessTokens.create.handler(async ({ input, context }) => {
      const { name, scopes, expires_in_days: days } = input
      const token = makeToken()
      const row = await store.insert({
        user_id: wholeActorOf({ context }).id,
        name,
        scopes,
        ...keptOf(token),
        expires_at: days === null ? null : new Date(clock().getTime() + days * DAY_MS),
      })
      return { ...presentToken(row), token }
    }),

    delete: os.accessTokens.delete.handler(async ({ input, context }) => {
      const { id } = wholeActorOf({ context })
      if (!(await store.delete(id, input.id))) throw new AppError('TOKEN_NOT_FOUND')
      identity.forget(id)
      return { ok: true }
    }),
  }
}
