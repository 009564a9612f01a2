import type { Permission } from '@plinth/contract'
import { AppError } from '#app/base/app-error.ts'
import { type Actor, actorOf, organizationOf, os, type RequestContext } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { randomRef } from '#app/base/random.ts'
import { type Identity, wholeActorOf } from '#app/control/auth/service.ts'
import { violatesReference } from '#app/db/violation.ts'
import { presentOrganization, presentV1 } from './present.ts'
import { organizationStore } from './store.ts'

type Options = Pick<Deps, 'db'> & { readonly identity: Identity }
type Handling = { readonly context: RequestContext }
type NewOrganization = { readonly name: string; readonly plan: string }

export function organizationHandlers({ db, identity }: Options) {
  const store = organizationStore(db)

  async function view(actor: Actor, id: string) {
    const row = await store.view(actor.id, id)
    if (!row) throw new AppError('ORGANIZATION_NOT_FOUND')
    return presentOrganization(row)
  }

  async function list(handling: Handling) {
    const actor = actorOf(handling)
    // the call names no organization to be judged against, but a token's scopes hold all the same
    assertScope(actor, 'organizations:read')
    const rows = await store.list(actor.id)
    return rows.map(presentOrganization)
  }

  async function create({ name, plan }: NewOrganization, handling: Handling) {
    // no scope allows this: an organization of one's own would come with every right in it
    const actor = wholeActorOf(handling)
    const id = await store.create(actor.id, { slug: randomRef(), name, plan })
    identity.forget(actor.id)
    handling.context.record.organizationId = id
    return view(actor, id)
  }

  return {
    organizations: {
      list: os.organizations.list.handler(list),

      create: os.organizations.create.handler(({ input, context }) => create(input, { context })),

      view: os.organizations.view.handler(({ context }) =>
        view(actorOf({ context }), organizationOf({ context }).id),
      ),

      update: os.organizations.update.handler(async ({ input, context }) => {
        const { id } = organizationOf({ context })
        const { slug: _, ...sent } = input
        if (Object.values(sent).some((value) => value !== undefined)) await store.update(id, sent)
        return view(actorOf({ context }), id)
      }),

      delete: os.organizations.delete.handler(async ({ context }) => {
        const { id } = organizationOf({ context })
        const has = await store.hasProjects(id)
        if (has.any) throw notEmpty(has.visible)
        // the foreign key settles a project that comes in between
        await store.delete(id).catch((error: unknown) => {
          throw violatesReference(error, 'projects_organization_id_fkey') ? notEmpty(true) : error
        })
        identity.forget(actorOf({ context }).id)
        return { ok: true as const }
      }),
    },

    v1Organizations: {
      list: os.v1.organizations.list.handler(async ({ context }) =>
        (await list({ context })).map(presentV1),
      ),
      create: os.v1.organizations.create.handler(async ({ input, context }) =>
        presentV1(await create(input, { context })),
      ),
      view: os.v1.organizations.view.handler(({ context }) =>
        presentV1(organizationOf({ context })),
      ),
    },
  }
}

function assertScope(actor: Actor, permission: Permission) {
  if (!actor.scopes || actor.scopes.includes(permission)) return
  throw new AppError('FORBIDDEN', { data: { permission } })
}

const notEmpty = (isVisible: boolean) =>
  new AppError(
    'ORGANIZATION_NOT_EMPTY',
    isVisible
      ? {}
      : {
          message: 'Its deleted projects can still be brought back. Try again once that has passed',
        },
  )
