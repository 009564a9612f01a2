import type { Kysely } from 'kysely'
import { AppError } from '#app/base/app-error.ts'
import type { OrganizationRow } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import type { Identity } from '#app/control/auth/service.ts'
import type { Database } from '#app/db/schema.ts'
import { invitationStore } from './invitation-store.ts'
import { type Acting, assertMay, assertMayGive, assertProjectsOf, type Choice } from './policy.ts'
import { memberStore } from './store.ts'

type Options = Pick<Deps, 'db'> & { readonly identity: Identity }

/** Changing and removing members, one at a time per organization: it must keep an owner. */
export function memberService({ db, identity }: Options) {
  /** Shows a member as they are until the transaction ends. */
  async function held(trx: Kysely<Database>, { id }: OrganizationRow, userId: string) {
    const members = memberStore(trx)
    await members.lock(id)
    const member = await members.view(id, userId)
    if (!member) throw new AppError('MEMBER_NOT_FOUND')
    return member
  }

  async function assertOwnerStays(trx: Kysely<Database>, { id }: OrganizationRow, userId: string) {
    if (!(await memberStore(trx).hasOtherOwner(id, userId))) throw new AppError('LAST_OWNER')
  }

  return {
    async update(acting: Acting, userId: string, choice: Choice) {
      const { organization } = acting
      const row = await db.transaction().execute(async (trx) => {
        const before = await held(trx, organization, userId)
        assertMayGive(acting, choice, before.role)
        await assertProjectsOf(trx, organization, choice)
        if (choice.role !== 'owner') {
          if (before.role === 'owner') await assertOwnerStays(trx, organization, userId)
          await invitationStore(trx).deleteBy(organization.id, userId)
        }
        await memberStore(trx).update(organization.id, userId, choice)
        return { ...before, ...choice }
      })
      identity.forget(userId)
      return row
    },

    /** Leaving is free, but for the last owner. */
    async remove(acting: Acting, userId: string) {
      const { actor, organization } = acting
      // a token narrowed to scopes does not leave by the right to read
      const isLeaving = actor.id === userId && actor.scopes === undefined
      if (!isLeaving) assertMay(acting, 'members:write')
      await db.transaction().execute(async (trx) => {
        const { role } = await held(trx, organization, userId)
        if (role === 'owner') {
          if (!isLeaving) assertMay(acting, 'owners:write')
          await assertOwnerStays(trx, organization, userId)
        }
        await invitationStore(trx).deleteBy(organization.id, userId)
        await memberStore(trx).remove(organization.id, userId)
      })
      identity.forget(userId)
    },
  }
}
