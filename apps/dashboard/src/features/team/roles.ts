import type { Member, Role } from '@plinth/contract'
import { ROLE_NAMES } from '@plinth/contract'
import { count } from '#app/lib/count.ts'

/** What each role comes to, for somebody choosing one; the permissions are the contract's table. */
export const ROLE_TEXTS = {
  owner: 'Everything, including the organization itself and who owns it.',
  administrator:
    'Creates, changes and deletes projects, and decides who is in. Not the organization’s own settings.',
  developer: 'Works in projects: runs SQL, deploys functions, creates branches, restarts.',
  read_only: 'Sees everything in projects and changes nothing.',
} as const satisfies Record<Role, string>

export const ROLES = Object.keys(ROLE_TEXTS) as readonly Role[] // keys of the literal above

type Grant = Member['grants'][number]

/** 'Developer', or 'Developer of 2 projects' where it does not hold for the whole organization. */
export const grantText = ({ role, project_refs }: Pick<Grant, 'role' | 'project_refs'>): string =>
  project_refs === null
    ? ROLE_NAMES[role]
    : `${ROLE_NAMES[role]} of ${count(project_refs.length, 'project')}`

export const isOwner = ({ grants }: Pick<Member, 'grants'>): boolean =>
  grants.some((grant) => grant.role === 'owner' && grant.project_refs === null)

export type RoleChoice = { readonly role: Role; readonly project_refs: string[] | null }

/** What a member has now, as the start of choosing another: their grant for the whole, or their first. */
export const choiceOf = ({ grants }: Pick<Member, 'grants'>): RoleChoice => {
  const grant = grants.find((each) => each.project_refs === null) ?? grants[0]
  return { role: grant?.role ?? 'developer', project_refs: grant?.project_refs ?? null }
}

/** Why this choice cannot be sent yet. */
export const problemWith = ({ project_refs }: RoleChoice): string | undefined =>
  project_refs?.length === 0 ? 'Choose at least one project' : undefined
