import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CreateProject } from '@plinth/contract'
import { withClient } from '@plinth/postgres'
import type { Actor, ProjectRow } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { randomRef } from '#app/base/random.ts'
import { createProject, type CreateDeps } from '#app/control/projects/service.ts'
import { projectStore } from '#app/db/project-store.ts'
import { placementOf } from '#app/lifecycle/placement.ts'
import { EXAMPLES } from './data.ts'

const READY_TIMEOUT_MS = 60_000
const POLL_MS = 100

type DemoDeps = CreateDeps & Pick<Deps, 'log'>

/** Adds the examples for the first owner. What is there already is left as it is. */
export async function seedDemo(deps: DemoDeps): Promise<void> {
  const owner = await firstOwner(deps)
  for (const { organization, plan, projects } of EXAMPLES) {
    const slug = await makeOrganization(deps, { owner, name: organization, plan })
    if (!slug) continue
    const actor = actorFor(owner, slug)
    for (const { name, sql } of projects) {
      const input = CreateProject.parse({ name, organization_slug: slug })
      const project = await createProject(deps, { actor, input })
      await fill(deps, project, sql)
    }
  }
}

/** Before anybody has claimed it, the owner's account has no password; claiming it brings the examples along. */
async function firstOwner({ db }: DemoDeps): Promise<string> {
  const known = await db.selectFrom('users').select('id').orderBy('created_at').limit(1).execute()
  if (known[0]) return known[0].id
  const id = randomUUID()
  const row = { id, name: 'Owner', email: 'owner@plinth.local', image: null }
  await db.insertInto('users').values(row).execute()
  return id
}

type Example = { readonly owner: string; readonly name: string; readonly plan: string }

/** Undefined where the owner has an organization of this name. */
async function makeOrganization({ db }: DemoDeps, { owner, name, plan }: Example) {
  return db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom('organizations as o')
      .innerJoin('memberships as m', 'm.organization_id', 'o.id')
      .select('o.id')
      .where('o.name', '=', name)
      .where('m.user_id', '=', owner)
      .executeTakeFirst()
    if (known) return undefined
    const { id, slug } = await trx
      .insertInto('organizations')
      .values({ name, plan, slug: randomRef(), billing_email: null })
      .returning(['id', 'slug'])
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('memberships')
      .values({ organization_id: id, user_id: owner, role: 'owner', project_refs: null })
      .execute()
    return slug
  })
}

const actorFor = (id: string, slug: string): Actor => ({
  id,
  name: 'Owner',
  email: 'owner@plinth.local',
  grants: [{ organization_slug: slug, role: 'owner', project_refs: null }],
  scopes: undefined,
  via: { kind: 'session', id: 'demo' },
})

async function fill({ db, engine, secrets, log }: DemoDeps, made: ProjectRow, sql: string) {
  const projects = projectStore(db)
  const deadline = performance.now() + READY_TIMEOUT_MS
  for (;;) {
    const project = await projects.byId(made.id)
    if (project?.status === 'ACTIVE_HEALTHY') {
      const config = engine.connection(placementOf(secrets, project), 'editor')
      await withClient(config, (client) => client.query(sql))
      log.info({ ref: project.ref }, 'an example was added')
      return
    }
    if (!project || performance.now() > deadline) throw new Error(`${made.name} did not come up`)
    await sleep(POLL_MS)
  }
}
