import { actorOf, os } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import type { Identity } from './identity.ts'
import { presentActor } from './present.ts'
import { type AuthService, wholeActorOf } from './service.ts'
import { authStore } from './store.ts'

const done = { ok: true } as const

type Options = Pick<Deps, 'db' | 'clock'> & {
  readonly auth: AuthService
  readonly identity: Identity
}

export function authHandlers({ db, clock, auth, identity }: Options) {
  const store = authStore(db)
  return {
    signIn: os.auth.signIn.handler(({ input, context }) => auth.signIn(input, context)),

    claimOwner: os.auth.claimOwner.handler(({ input, context }) => auth.claimOwner(input, context)),

    signOut: os.auth.signOut.handler(async ({ context }) => {
      await auth.signOut(context)
      return done
    }),

    session: os.auth.session.handler(async ({ context }) => {
      const actor = actorOf({ context })
      // the dashboard asks this whenever it opens, which makes it the place to prolong a session
      if (actor.via.kind === 'session') await auth.renew(context)
      return presentActor(actor)
    }),

    devices: os.auth.devices.handler(async ({ context }) => {
      const { id, via } = wholeActorOf({ context })
      const rows = await store.devices(id, clock())
      return rows.map((row) => ({
        ...row,
        current: row.id === via.id,
        ip_address: row.ip_address || null,
        user_agent: row.user_agent || null,
        created_at: row.created_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
      }))
    }),

    endSession: os.auth.endSession.handler(async ({ input, context }) => {
      await auth.endSession(input.id, context)
      return done
    }),

    signOutEverywhere: os.auth.signOutEverywhere.handler(async ({ context }) => {
      await auth.signOutEverywhere(context)
      return done
    }),

    updateProfile: os.auth.updateProfile.handler(async ({ input, context }) => {
      const actor = wholeActorOf({ context })
      await store.rename(actor.id, input.name)
      identity.forget(actor.id)
      return presentActor({ ...actor, name: input.name })
    }),

    changePassword: os.auth.changePassword.handler(async ({ input, context }) => {
      await auth.changePassword(input, context)
      return done
    }),
  }
}
