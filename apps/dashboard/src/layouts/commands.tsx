import type { Organization, Project } from '@plinth/contract'
import { copyText, toast } from '@plinth/ui'
import type { LinkProps } from '@tanstack/react-router'
import { linkOptions } from '@tanstack/react-router'
import {
  Boxes,
  Building2,
  Copy,
  FileText,
  Keyboard,
  LifeBuoy,
  LogOut,
  Plus,
  SunMoon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { THEMES, applyTheme } from '#app/lib/theme.ts'
import type { AreaList } from './navigation.ts'
import { databaseMenu, functionsMenu, type MenuGroup, settingsMenu } from './product-menus.ts'

export type Command = {
  readonly id: string
  readonly label: string
  readonly icon: ReactNode
  readonly keywords?: string[]
  readonly shortcut?: string
  readonly run: () => void
}

export type CommandSection = { readonly heading: string; readonly commands: readonly Command[] }

type Go = (link: LinkProps) => void

export const areaCommands = (list: AreaList, go: Go): CommandSection => ({
  heading: list.label,
  commands: list.areas
    .filter((area) => area.disabledReason === undefined)
    .map(({ label, icon: Icon, link }) => ({
      id: label,
      label,
      icon: <Icon aria-hidden />,
      keywords: ['go to', 'open'],
      run: () => go(link),
    })),
})

/** The pages inside a project's areas, by the area's name and their own. */
export function pageCommands(ref: string, go: Go): CommandSection {
  const products: readonly (readonly [string, readonly MenuGroup[]])[] = [
    ['Database', databaseMenu(ref)],
    ['Edge functions', functionsMenu(ref)],
    ['Settings', settingsMenu(ref)],
  ]
  return {
    heading: 'Pages',
    commands: products.flatMap(([product, groups]) =>
      groups.flatMap(({ entries }) =>
        entries.map(({ label, link, keywords = [] }) => ({
          id: `${product} ${label}`,
          label: `${product}: ${label}`,
          icon: <FileText aria-hidden />,
          keywords: ['go to', 'open', ...keywords],
          run: () => go(link),
        })),
      ),
    ),
  }
}

async function copy(value: string, what: string) {
  if (await copyText(value)) toast.success(`Copied ${what}`)
  else toast.error(`Could not copy ${what}`)
}

export function copyCommands({ ref, connectionString }: Project): CommandSection {
  const reference = {
    id: 'ref',
    label: 'Copy the project’s reference',
    icon: <Copy aria-hidden />,
    run: () => void copy(ref, 'the reference'),
  }
  if (!connectionString) return { heading: 'Copy', commands: [reference] }
  const connection = {
    id: 'connection',
    label: 'Copy the connection string',
    icon: <Copy aria-hidden />,
    keywords: ['postgres', 'uri', 'url', 'connect'],
    run: () => void copy(connectionString, 'the connection string'),
  }
  return { heading: 'Copy', commands: [connection, reference] }
}

type Named = { readonly ref: string; readonly name: string; readonly organization_slug: string }

export const projectCommands = (
  projects: readonly Named[],
  nameOf: (slug: string) => string,
  go: Go,
): CommandSection => ({
  heading: 'Projects',
  commands: projects.map(({ ref, name, organization_slug }) => ({
    id: ref,
    label: name,
    icon: <Boxes aria-hidden />,
    keywords: ['switch', 'project', nameOf(organization_slug)],
    run: () => go(linkOptions({ to: '/project/$ref', params: { ref } })),
  })),
})

export const organizationCommands = (
  organizations: readonly Organization[],
  go: Go,
): CommandSection => ({
  heading: 'Organizations',
  commands: organizations.map(({ slug, name }) => ({
    id: slug,
    label: name,
    icon: <Building2 aria-hidden />,
    keywords: ['switch', 'organization'],
    run: () => go(linkOptions({ to: '/org/$slug', params: { slug } })),
  })),
})

type Made = {
  /** The organization a new project would be made in, where the person may. */
  readonly slug: string | undefined
  /** The project a new function would be deployed to, where the person may. */
  readonly ref: string | undefined
}

export function createCommands({ slug, ref }: Made, go: Go): CommandSection {
  const make = (label: string, link: LinkProps, keywords: string[]) => ({
    id: label,
    label,
    icon: <Plus aria-hidden />,
    keywords: ['create', ...keywords],
    run: () => go(link),
  })
  const fn = ref && linkOptions({ to: '/project/$ref/functions/new', params: { ref } })
  const project = slug && linkOptions({ to: '/new/$slug', params: { slug } })
  return {
    heading: 'Create',
    commands: [
      ...(fn ? [make('New edge function', fn, ['deploy'])] : []),
      ...(project ? [make('New project', project, ['database'])] : []),
      make('New organization', linkOptions({ to: '/new' }), []),
    ],
  }
}

export const themeCommands = (): CommandSection => ({
  heading: 'Theme',
  commands: THEMES.map(({ value, label }) => ({
    id: value,
    label: `${label} theme`,
    icon: <SunMoon aria-hidden />,
    keywords: ['appearance', 'colour', 'color', 'mode'],
    run: () => applyTheme(value),
  })),
})

export const helpCommands = (
  go: Go,
  onKeyboardHelp: () => void,
  signOut: () => void,
): CommandSection => ({
  heading: 'Help',
  commands: [
    {
      id: 'support',
      label: 'Contact support',
      icon: <LifeBuoy aria-hidden />,
      keywords: ['help', 'problem', 'report', 'ticket'],
      run: () => go(linkOptions({ to: '/support/new' })),
    },
    {
      id: 'keyboard',
      label: 'Keyboard shortcuts',
      icon: <Keyboard aria-hidden />,
      shortcut: '?',
      run: onKeyboardHelp,
    },
    { id: 'sign-out', label: 'Sign out', icon: <LogOut aria-hidden />, run: signOut },
  ],
})
