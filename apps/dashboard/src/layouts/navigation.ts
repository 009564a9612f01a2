import type { Permission, ProjectStatus } from '@plinth/contract'
import { projectCan } from '@plinth/contract'
import { type LinkProps, linkOptions } from '@tanstack/react-router'
import {
  Boxes,
  Braces,
  Database,
  House,
  KeyRound,
  type LucideIcon,
  ScrollText,
  Settings,
  ShieldCheck,
  SquareTerminal,
  UserRound,
  UsersRound,
  Zap,
} from 'lucide-react'

/** One line of the side navigation, ready to show. */
export type Area = {
  readonly label: string
  readonly icon: LucideIcon
  readonly link: LinkProps
  /** Current on its own address only, not on those below it. */
  readonly isExact: boolean
  readonly disabledReason: string | undefined
}

export type AreaList = { readonly label: string; readonly areas: readonly Area[] }

type Row<Key extends readonly string[]> = {
  readonly label: string
  readonly icon: LucideIcon
  readonly link: (...key: Key) => LinkProps
  readonly isExact?: true
  /** Without it the line is there, disabled, and says why. */
  readonly needs?: Permission
  /** Leads nowhere while the database is down (facts: product links are disabled then). */
  readonly needsDatabase?: true
}

// An area is one row. One that is not built yet has none: no dead link, no placeholder.
const PROJECT = [
  {
    label: 'Home',
    icon: House,
    link: (ref) => linkOptions({ to: '/project/$ref', params: { ref } }),
    isExact: true,
  },
  {
    label: 'SQL Editor',
    icon: SquareTerminal,
    link: (ref) => linkOptions({ to: '/project/$ref/sql', params: { ref } }),
    needs: 'sql:read',
    needsDatabase: true,
  },
  {
    label: 'Database',
    icon: Database,
    link: (ref) => linkOptions({ to: '/project/$ref/database', params: { ref } }),
  },
  {
    label: 'Edge Functions',
    icon: Zap,
    link: (ref) => linkOptions({ to: '/project/$ref/functions', params: { ref } }),
    needs: 'functions:read',
  },
  {
    label: 'GraphQL',
    icon: Braces,
    link: (ref) => linkOptions({ to: '/project/$ref/api/graphiql', params: { ref } }),
    needs: 'sql:write',
    needsDatabase: true,
  },
  {
    label: 'Logs',
    icon: ScrollText,
    link: (ref) => linkOptions({ to: '/project/$ref/logs', params: { ref } }),
    needs: 'logs:read',
  },
  {
    label: 'Settings',
    icon: Settings,
    link: (ref) => linkOptions({ to: '/project/$ref/settings', params: { ref } }),
    needs: 'settings:read',
  },
] as const satisfies readonly Row<[ref: string]>[]

const ORGANIZATION = [
  {
    label: 'Projects',
    icon: Boxes,
    link: (slug) => linkOptions({ to: '/org/$slug', params: { slug } }),
    isExact: true,
  },
  {
    label: 'Team',
    icon: UsersRound,
    link: (slug) => linkOptions({ to: '/org/$slug/team', params: { slug } }),
    needs: 'members:read',
  },
  {
    label: 'Audit log',
    icon: ScrollText,
    link: (slug) => linkOptions({ to: '/org/$slug/audit', params: { slug } }),
    needs: 'audit:read',
  },
  {
    label: 'Settings',
    icon: Settings,
    link: (slug) => linkOptions({ to: '/org/$slug/general', params: { slug } }),
  },
] as const satisfies readonly Row<[slug: string]>[]

const ACCOUNT = [
  { label: 'Profile', icon: UserRound, link: () => linkOptions({ to: '/account/profile' }) },
  { label: 'Access tokens', icon: KeyRound, link: () => linkOptions({ to: '/account/tokens' }) },
  { label: 'Security', icon: ShieldCheck, link: () => linkOptions({ to: '/account/security' }) },
] as const satisfies readonly Row<[]>[]

type May = (permission: Permission) => boolean

const show =
  <Key extends readonly string[]>(
    key: Key,
    disabledReason: (row: Row<Key>) => string | undefined,
  ) =>
  (row: Row<Key>): Area => ({
    label: row.label,
    icon: row.icon,
    link: row.link(...key),
    isExact: row.isExact ?? false,
    disabledReason: disabledReason(row),
  })

const refusal = ({ needs }: Pick<Row<[]>, 'needs'>, may: May) =>
  needs && !may(needs) ? 'You need additional permissions to open this' : undefined

export const projectAreas = (ref: string, status: ProjectStatus, may: May): AreaList => ({
  label: 'Project',
  areas: PROJECT.map(
    show<[string]>([ref], (row) => {
      const isDown = row.needsDatabase && !projectCan('query', status)
      return refusal(row, may) ?? (isDown ? 'Available once the project is running' : undefined)
    }),
  ),
})

export const organizationAreas = (slug: string, may: May): AreaList => ({
  label: 'Organization',
  areas: ORGANIZATION.map(show<[string]>([slug], (row) => refusal(row, may))),
})

export const accountAreas = (): AreaList => ({
  label: 'Account',
  areas: ACCOUNT.map(show<[]>([], () => undefined)),
})
