import type { Session } from '@plinth/contract'
import type { Kysely } from 'kysely'
import { AppError } from '#app/base/app-error.ts'
import type { RequestContext } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { sha256 } from '#app/base/random.ts'
import {
  type AuthService,
  type Identity,
  insertPerson,
  isEmailTaken,
  makeLinkToken,
  wholeActorOf,
} from '#app/control/auth/service.ts'
import type { Database } from '#app/db/schema.ts'
import { type InvitationRow, invitationStore } from './invitation-store.ts'
import { type Acting, assertMayGive, assertProjectsOf, type Choice } from './policy.ts'
import { memberStore } from './store.ts'

const VALID_MS = 24 * 60 * 60_000

type Options = Pick<Deps, 'db' | 'clock'> & {
  readonly identity: Identity
  readonly auth: AuthService
}
type Answer = { readonly name?: string | undefined; readonly password?: string | undefined }

/** Inviting by link, and joining by one. */
export function invitationService({ db, clock, identity, auth }: Options) {
  async function join(trx: Kysely<Database>, invitation: InvitationRow, userId: string) {
    const { organization_id, role, project_refs } = invitation
    const isFirst = await invitationStore(trx).accept(invitation.id, clock())
    if (!isFirst) throw new AppError('LINK_INVALID')
    const isNew = await memberStore(trx).add(organization_id, userId, { role, project_refs })
    if (!isNew) throw new AppError('ALREADY_MEMBER')
  }

  /** Somebody without an account makes one, which only a link that still works lets them do. */
  async function joinAsNew(
    invitation: InvitationRow,
    { name, password }: Answer,
    context: RequestContext,
  ) {
    if (name === undefined || password === undefined) throw incomplete({ name, password })
    const { email } = invitation
    const hash = await auth.hashPassword(password)
    await db.transaction().execute(async (trx) => {
      const userId = await insertPerson(trx, { name, email, hash }).catch((error: unknown) => {
        throw isEmailTaken(error) ? signInFirst(email) : error
      })
      await join(trx, invitation, userId)
    })
    return auth.startSession({ email, password }, context)
  }

  return {
    /** The link's token is in what this returns and nowhere else. */
    async invite(acting: Acting, email: string, choice: Choice) {
      const { actor, organization } = acting
      assertMayGive(acting, choice)
      const token = makeLinkToken()
      const created_at = clock()
      const id = await db.transaction().execute(async (trx) => {
        await assertProjectsOf(trx, organization, choice)
        if (await memberStore(trx).hasEmail(organization.id, email)) {
          throw new AppError('ALREADY_MEMBER')
        }
        return invitationStore(trx).replace({
          organization_id: organization.id,
          email,
          role: choice.role,
          project_refs: choice.project_refs,
          token_hash: sha256(token),
          invited_by: actor.id,
          created_at,
          expires_at: new Date(created_at.getTime() + VALID_MS),
        })
      })
      return { id, token }
    },

    async accept(token: string, answer: Answer, context: RequestContext): Promise<Session> {
      const invitation = await invitationStore(db).byHash(sha256(token), clock())
      if (!invitation) throw new AppError('LINK_INVALID')
      context.record.organizationId = invitation.organization_id
      if (context.actor?.email !== invitation.email) {
        if (invitation.has_account) throw signInFirst(invitation.email)
        return joinAsNew(invitation, answer, context)
      }
      const { id } = wholeActorOf({ context })
      await db.transaction().execute((trx) => join(trx, invitation, id))
      identity.forget(id)
      return auth.sessionOf(id)
    },
  }
}

const signInFirst = (email: string) =>
  new AppError('BAD_CREDENTIALS', {
    message: `There is an account for ${email} already. Sign in with it, then open this link again`,
  })

function incomplete({ name, password }: Answer) {
  const fields = {
    ...(name === undefined && { name: ['Enter a name'] }),
    ...(password === undefined && { password: ['Choose a password'] }),
  }
  const message = 'A name and a password are needed to make your account'
  return new AppError('BAD_INPUT', { message, data: { fields } })
}
