import { randomUUID } from 'node:crypto'
import type { ClaimOwner, Session, SignIn } from '@plinth/contract'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { AppError } from '#app/base/app-error.ts'
import { type Actor, actorOf, type RequestContext } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { sha256 } from '#app/base/random.ts'
import type { Database } from '#app/db/schema.ts'
import { violatesUnique } from '#app/db/violation.ts'
import { guessLimit } from './attempts.ts'
import type { Identity } from './identity.ts'
import { signInLibrary } from './library.ts'
import { ownerStore } from './owner-store.ts'
import { presentPerson } from './present.ts'
import { authStore } from './store.ts'

export { ensureFirstOwner, needsOwner } from './first-owner.ts'
export { createIdentity, type Identity } from './identity.ts'
export { makeLinkToken } from './link-token.ts'

type AuthDeps = Pick<Deps, 'db' | 'log' | 'secrets' | 'clock' | 'publicUrl'> & {
  readonly identity: Identity
}
type NewPerson = { readonly name: string; readonly email: string; readonly password: string }

/** Things of the account itself are in no scope, so a token narrowed to scopes does none of them. */
export function wholeActorOf(handling: { readonly context: RequestContext }): Actor {
  const actor = actorOf(handling)
  if (actor.scopes === undefined) return actor
  throw new AppError('FORBIDDEN', {
    message: 'An access token with scopes cannot do this. Sign in, or use one without scopes',
    data: { permission: 'account' },
  })
}

/** Sessions and accounts, for this module's calls and for others that make people sign in. */
export function authService({ identity, ...deps }: AuthDeps) {
  const { db, clock } = deps
  const store = authStore(db)
  const guesses = guessLimit(deps)
  const library = signInLibrary(deps)

  async function sessionOf(userId: string): Promise<Session> {
    const person = await store.person(userId)
    if (!person) throw new AppError('UNAUTHORIZED')
    return presentPerson(person)
  }

  async function startSession(
    { email, password }: Pick<NewPerson, 'email' | 'password'>,
    context: RequestContext,
  ): Promise<Session> {
    const userId = await library.signIn({ email, password }, context)
    if (!userId) throw new AppError('BAD_CREDENTIALS')
    context.record.actor = { id: userId, email }
    await store.sweepSessions(userId, clock())
    return sessionOf(userId)
  }

  return {
    sessionOf,
    startSession,
    hashPassword: (password: string) => library.hashPassword(password),
    renew: (context: RequestContext) => library.renew(context),

    async signIn({ email, password }: z.infer<typeof SignIn>, context: RequestContext) {
      await guesses.count({ ip: context.ip, email })
      const session = await startSession({ email, password }, context)
      await guesses.forgive({ ip: context.ip, email })
      return session
    },

    /** The account a seeded token belongs to becomes the claimer's, with everything made by it. */
    async claimOwner(claim: z.infer<typeof ClaimOwner>, context: RequestContext) {
      const { ip } = context
      await guesses.count({ ip })
      const link = sha256(claim.token)
      // hashing a password is dear, so it waits for a link that is worth it
      if (!(await ownerStore(db).isLinkOpen(link, clock()))) throw new AppError('LINK_INVALID')
      const hash = await library.hashPassword(claim.password)
      const id = await db.transaction().execute(async (trx) => {
        const owners = ownerStore(trx)
        if (!(await owners.useLink(link, clock()))) throw new AppError('LINK_INVALID')
        const seeded = await owners.unclaimedUser()
        const person = { id: seeded?.id ?? randomUUID(), name: claim.name, email: claim.email }
        const write = seeded ? owners.renameUser(person) : owners.insertUser(person)
        await write.catch(refuseTakenEmail)
        await owners.insertPassword({ id: person.id, hash })
        return person.id
      })
      identity.forget(id)
      const session = await startSession(claim, context)
      await guesses.forgive({ ip })
      return session
    },

    async changePassword(
      { current_password, new_password }: { current_password: string; new_password: string },
      context: RequestContext,
    ) {
      const actor = wholeActorOf({ context })
      const guess = { ip: context.ip, email: actor.email }
      await guesses.count(guess)
      const known = await store.passwordHash(actor.id)
      if (!known || !(await library.isPassword(current_password, known))) {
        throw new AppError('BAD_CREDENTIALS', { message: 'The current password is wrong' })
      }
      const hash = await library.hashPassword(new_password)
      const keep = actor.via.kind === 'session' ? { keep: actor.via.id } : {}
      await store.replacePassword(actor.id, { hash, ...keep })
      identity.forget(actor.id)
      await guesses.forgive(guess)
    },

    async signOut(context: RequestContext) {
      await library.signOut(context)
      identity.forget(actorOf({ context }).id)
    },

    async signOutEverywhere(context: RequestContext) {
      const { id } = wholeActorOf({ context })
      await store.endSessions(id)
      await library.signOut(context)
      identity.forget(id)
    },

    async endSession(sessionId: string, context: RequestContext) {
      const actor = wholeActorOf({ context })
      if (!(await store.endSession(actor.id, sessionId))) throw new AppError('SESSION_NOT_FOUND')
      if (actor.via.id === sessionId) await library.signOut(context)
      identity.forget(actor.id)
    },
  }
}

export type AuthService = ReturnType<typeof authService>

/** Makes an account somebody can sign in to, inside a transaction of the caller's; returns its id. */
export async function insertPerson(
  trx: Transaction<Database>,
  { name, email, hash }: Omit<NewPerson, 'password'> & { readonly hash: string },
): Promise<string> {
  const id = randomUUID()
  const people = ownerStore(trx)
  await people.insertUser({ id, name, email })
  await people.insertPassword({ id, hash })
  return id
}

/** Whether an insert failed because somebody has that address already. */
export const isEmailTaken = (error: unknown) => violatesUnique(error, 'users_email_key')

function refuseTakenEmail(error: unknown): never {
  if (!isEmailTaken(error)) throw error
  const message = 'An account with this e-mail address exists already'
  throw new AppError('BAD_INPUT', { message, data: { fields: { email: [message] } } })
}
