import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Organization, Role } from '@plinth/contract'
import type { Deps } from '#app/base/deps.ts'
import { randomRef } from '#app/base/random.ts'
import { cookieNameFor } from '#app/control/auth/cookie.ts'
import { type AuthService, type Identity, insertPerson } from '#app/control/auth/service.ts'
import { projectStore } from '#app/db/project-store.ts'
import { PROJECT_PORTS } from '#app/engine/ports.ts'
import type { As, Call } from './client.ts'

export const PASSWORD = 'correct horse battery'
// of PASSWORD, by the sign-in library; worked out once per file, because it is dear by design
let passwordHash: Promise<string> | undefined

export type User = { readonly id: string; readonly name: string; readonly email: string }
type Given = { readonly id: string }
type Options = Deps & {
  readonly call: Call
  readonly auth: AuthService
  readonly identity: Identity
}

/** People, organizations and projects for a test, made as data. */
export function fixtures({ db, secrets, clock, publicUrl, call, auth, identity }: Options) {
  const projects = projectStore(db)

  async function makeUser({ name = 'Someone', email = `${randomUUID()}@example.com` } = {}) {
    passwordHash ??= auth.hashPassword(PASSWORD)
    const hash = await passwordHash
    const id = await db.transaction().execute((trx) => insertPerson(trx, { name, email, hash }))
    return { id, name, email }
  }

  /** Puts the session where a sign-in would, which spends a tenth of a second on the password. */
  async function signIn({ id }: Given): Promise<{ cookie: string }> {
    const token = randomBytes(24).toString('base64url')
    const session = {
      id: randomUUID(),
      token,
      user_id: id,
      expires_at: new Date(clock().getTime() + 30 * 24 * 60 * 60_000),
      ip_address: null,
      user_agent: null,
    }
    await db.insertInto('sessions').values(session).execute()
    const signature = createHmac('sha256', secrets.derive('sessions')).update(token)
    const value = encodeURIComponent(`${token}.${signature.digest('base64')}`)
    return { cookie: `${cookieNameFor(publicUrl)}=${value}` }
  }

  type Place = { readonly role: Role; readonly projectRefs?: string[] | null }

  async function addMember(organization: Given, user: Given, { role, projectRefs = null }: Place) {
    const project_refs = projectRefs
    await db
      .insertInto('memberships')
      .values({ organization_id: organization.id, user_id: user.id, role, project_refs })
      .execute()
    identity.forget(user.id)
  }

  /** A new person in this role, signed in. */
  async function makeMember(organization: Given, role: Role, projectRefs?: string[]) {
    const user = await makeUser({ name: role })
    await addMember(organization, user, { role, projectRefs: projectRefs ?? null })
    return { ...user, as: await signIn(user) }
  }

  async function makeOrganization(as: As, name = 'Acme') {
    const path = '/platform/organizations'
    const { body } = await call<Organization>('POST', path, { as, body: { name } })
    return body
  }

  /** A project's row, without anything that runs behind it. */
  async function makeProject(organization: Given, name = 'Project') {
    const number = await projects.nextNumber()
    const ref = randomRef()
    const row = {
      ref,
      organization_id: organization.id,
      name,
      status: 'ACTIVE_HEALTHY',
      cloud_provider: 'LOCAL',
      region: 'local',
      instance_size: 'micro',
      postgres_engine: '17',
      host: 'test',
      os_uid: 700_000 + number,
      port: PROJECT_PORTS.from + number,
      secrets: Buffer.alloc(0),
    }
    const id = await db.transaction().execute((trx) => projects.insert(trx, row))
    return { id, ref, name }
  }

  /** An organization's owner, somebody of another one, and nobody: the three that every call answers. */
  async function cast() {
    const [owner, stranger] = await Promise.all([makeUser({ name: 'Owner' }), makeUser()])
    const as = { member: await signIn(owner), stranger: await signIn(stranger), nobody: undefined }
    const organization = await makeOrganization(as.member)
    const elsewhere = await makeOrganization(as.stranger, 'Elsewhere')
    return { owner, stranger, organization, elsewhere, as }
  }

  return { addMember, cast, makeMember, makeOrganization, makeProject, makeUser, signIn }
}
