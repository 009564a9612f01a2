import { AppError } from '#app/base/app-error.ts'
import { actorOf, organizationOf, os, type RequestContext } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import type { AuthService, Identity } from '#app/control/auth/service.ts'
import { sha256 } from '#app/base/random.ts'
import { invitationService } from './invitation-service.ts'
import { invitationStore } from './invitation-store.ts'
import { presentInvitation, presentLink, presentMember } from './present.ts'
import { memberService } from './service.ts'
import { memberStore } from './store.ts'

type Options = Pick<Deps, 'db' | 'clock' | 'publicUrl'> & {
  readonly identity: Identity
  readonly auth: AuthService
}

const acting = (handling: { readonly context: RequestContext }) => ({
  actor: actorOf(handling),
  organization: organizationOf(handling),
})

export function memberHandlers(deps: Options) {
  const store = memberStore(deps.db)
  const service = memberService(deps)
  return {
    list: os.members.list.handler(async ({ context }) => {
      const rows = await store.list(organizationOf({ context }).id)
      return rows.map(presentMember)
    }),

    update: os.members.update.handler(async ({ input, context }) => {
      const { user_id, role, project_refs } = input
      return presentMember(
        await service.update(acting({ context }), user_id, { role, project_refs }),
      )
    }),

    remove: os.members.remove.handler(async ({ input, context }) => {
      await service.remove(acting({ context }), input.user_id)
      return { ok: true }
    }),
  }
}

export function invitationHandlers(deps: Options) {
  const { db, clock, publicUrl } = deps
  const store = invitationStore(db)
  const service = invitationService(deps)
  return {
    list: os.invitations.list.handler(async ({ context }) => {
      const rows = await store.list(organizationOf({ context }).id, clock())
      return rows.map(presentInvitation)
    }),

    create: os.invitations.create.handler(async ({ input, context }) => {
      const { email, role, project_refs } = input
      const who = acting({ context })
      const { id, token } = await service.invite(who, email, { role, project_refs })
      const row = await store.view(who.organization.id, id, clock())
      if (!row) throw new AppError('INVITATION_NOT_FOUND')
      return { ...presentInvitation(row), url: `${publicUrl}/join?token=${token}` }
    }),

    delete: os.invitations.delete.handler(async ({ input, context }) => {
      if (!(await store.delete(organizationOf({ context }).id, input.id))) {
        throw new AppError('INVITATION_NOT_FOUND')
      }
      return { ok: true }
    }),

    view: os.invitations.view.handler(async ({ input }) => {
      const row = await store.byHash(sha256(input.token), clock())
      if (!row) throw new AppError('LINK_INVALID')
      return presentLink(row)
    }),

    accept: os.invitations.accept.handler(({ input, context }) =>
      service.accept(input.token, input, context),
    ),
  }
}
