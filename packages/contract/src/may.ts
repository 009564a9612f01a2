// Who may do what, as plain tables and functions. The schemas made of them stand in permissions.ts:
// the dashboard's first load judges permissions and must not carry zod for it.

/** The four roles, strongest first; granted for a whole organization or for named projects of it. */
export const ROLES = ['owner', 'administrator', 'developer', 'read_only'] as const
type RoleName = (typeof ROLES)[number]

export const ROLE_NAMES = {
  owner: 'Owner',
  administrator: 'Administrator',
  developer: 'Developer',
  read_only: 'Read-only',
} as const satisfies Record<RoleName, string>

const owner = ['owner'] as const
const admin = ['owner', 'administrator'] as const
const develop = ['owner', 'administrator', 'developer'] as const
const everyone = ['owner', 'administrator', 'developer', 'read_only'] as const

// One table for both sides: the platform refuses and the dashboard disables from it.
// `scope` says what the permission is judged against; a project grant never reaches organization things.
const TABLE = {
  'organizations:read': { scope: 'organization', roles: everyone },
  'organizations:update': { scope: 'organization', roles: owner },
  'organizations:delete': { scope: 'organization', roles: owner },
  'owners:write': { scope: 'organization', roles: owner },
  'members:read': { scope: 'organization', roles: everyone },
  'members:write': { scope: 'organization', roles: admin },
  'audit:read': { scope: 'organization', roles: admin },
  'billing:read': { scope: 'organization', roles: everyone },
  'billing:write': { scope: 'organization', roles: admin },
  'projects:create': { scope: 'organization', roles: admin },
  'projects:read': { scope: 'project', roles: everyone },
  'projects:update': { scope: 'project', roles: admin },
  'projects:delete': { scope: 'project', roles: admin },
  'projects:transfer': { scope: 'project', roles: owner },
  'projects:pause': { scope: 'project', roles: admin },
  'projects:restart': { scope: 'project', roles: develop },
  'infra:restore': { scope: 'project', roles: admin },
  'infra:write': { scope: 'project', roles: admin },
  'backups:read': { scope: 'project', roles: everyone },
  'backups:write': { scope: 'project', roles: develop },
  'settings:read': { scope: 'project', roles: everyone },
  'settings:write': { scope: 'project', roles: admin },
  'api_keys:read': { scope: 'project', roles: develop },
  'api_keys:write': { scope: 'project', roles: admin },
  'sql:read': { scope: 'project', roles: everyone },
  'sql:write': { scope: 'project', roles: develop },
  'snippets:read': { scope: 'project', roles: everyone },
  'snippets:write': { scope: 'project', roles: everyone },
  'logs:read': { scope: 'project', roles: everyone },
  'functions:read': { scope: 'project', roles: everyone },
  'functions:write': { scope: 'project', roles: develop },
  'secrets:read': { scope: 'project', roles: everyone },
  'secrets:write': { scope: 'project', roles: admin },
  // names only; who may run SQL as the owner could read the texts, too
  'vault:read': { scope: 'project', roles: everyone },
  'vault:reveal': { scope: 'project', roles: develop },
  'vault:write': { scope: 'project', roles: develop },
  'branches:read': { scope: 'project', roles: everyone },
  'branches:write': { scope: 'project', roles: develop },
} as const satisfies Record<
  string,
  { scope: 'organization' | 'project'; roles: readonly RoleName[] }
>

type PermissionName = keyof typeof TABLE
export const PERMISSIONS = Object.keys(TABLE) as [PermissionName] // keys of a literal: never empty

type Held = {
  readonly organization_slug: string
  readonly role: RoleName
  readonly project_refs: readonly string[] | null
}

export type Target = {
  readonly organizationSlug: string
  /** The project acted on; a branch is judged by its parent's ref. */
  readonly projectRef?: string
}

/** What a permission is judged against. */
export const scopeOf = (permission: PermissionName) => TABLE[permission].scope

/**
 * May somebody holding these grants do this there? Grants that name the project decide alone;
 * otherwise those for the whole organization do. Reading an organization takes any grant in it.
 * `scopes` are those of the access token in use: it can only narrow what its owner may.
 */
export function may(
  who: {
    readonly grants: readonly Held[]
    readonly scopes?: readonly PermissionName[] | undefined
  },
  permission: PermissionName,
  target: Target,
): boolean {
  if (who.scopes && !who.scopes.includes(permission)) return false
  const here = who.grants.filter((grant) => grant.organization_slug === target.organizationSlug)
  const roles: readonly RoleName[] = TABLE[permission].roles
  const allows = (grant: Held) => roles.includes(grant.role)

  const { projectRef } = target
  if (projectRef && TABLE[permission].scope === 'project') {
    const named = here.filter((grant) => grant.project_refs?.includes(projectRef))
    if (named.length > 0) return named.some(allows)
  }
  if (permission === 'organizations:read') return here.length > 0
  return here.some((grant) => grant.project_refs === null && allows(grant))
}

/** Can somebody see this project at all? What fails this answers as absent, not as forbidden. */
export const canSee = (
  who: { readonly grants: readonly Held[] },
  target: Target & { readonly projectRef: string },
): boolean => may({ grants: who.grants }, 'projects:read', target)
