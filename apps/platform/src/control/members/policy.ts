import { may, type Permission, type Role } from '@plinth/contract'
import type { Kysely } from 'kysely'
import { AppError } from '#app/base/app-error.ts'
import type { Actor, OrganizationRow } from '#app/base/context.ts'
import type { Database } from '#app/db/schema.ts'
import { memberStore } from './store.ts'

/** What somebody is given: for the whole organization, or for some projects of it. */
export type Choice = { readonly role: Role; readonly project_refs: string[] | null }
export type Acting = { readonly actor: Actor; readonly organization: OrganizationRow }

/** What a call's declared permission cannot say. */
export function assertMay({ actor, organization }: Acting, permission: Permission) {
  if (may(actor, permission, { organizationSlug: organization.slug })) return
  throw new AppError('FORBIDDEN', { data: { permission } })
}

/** Owners are made and unmade by owners only, and an owner has the whole organization. */
export function assertMayGive(acting: Acting, choice: Choice, roleBefore?: string) {
  if (choice.role === 'owner' || roleBefore === 'owner') assertMay(acting, 'owners:write')
  if (choice.role !== 'owner' || choice.project_refs === null) return
  const message = 'An owner has the whole organization, not some of its projects'
  throw new AppError('BAD_INPUT', { message, data: { fields: { project_refs: [message] } } })
}

/** Another organization's project answers like one that is not there. */
export async function assertProjectsOf(
  db: Kysely<Database>,
  organization: OrganizationRow,
  { project_refs }: Choice,
) {
  const refs = new Set(project_refs)
  if (refs.size === 0) return
  const found = await memberStore(db).countProjects(organization.id, [...refs])
  if (found !== refs.size) throw new AppError('PROJECT_NOT_FOUND')
}
