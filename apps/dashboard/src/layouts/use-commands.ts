import { may } from '@plinth/contract'
import { useQuery } from '@tanstack/react-query'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { api } from '#app/api/client.ts'
import { organizationsOptions } from '#app/api/organization.ts'
import { useSession } from '#app/api/session.ts'
import { useSignOut } from '#app/api/use-sign-out.ts'
import {
  type CommandSection,
  areaCommands,
  copyCommands,
  createCommands,
  helpCommands,
  organizationCommands,
  pageCommands,
  projectCommands,
  themeCommands,
} from './commands.tsx'
import { accountAreas } from './navigation.ts'
import { useAreas } from './use-areas.ts'
import { usePlace } from './use-place.ts'

/** Everything the palette offers from where the person is. */
export function useCommands(onKeyboardHelp: () => void): readonly CommandSection[] {
  const { slug, project } = usePlace()
  const { grants, scopes } = useSession()
  const areas = useAreas()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { data: organizations = [] } = useQuery(organizationsOptions())
  const { data: projects = [] } = useQuery(api.v1.projects.list.queryOptions({ input: {} }))

  // navigate wants one literal route; these links were typed where linkOptions made them
  const go = (link: LinkProps) => void navigate(link as { to: '/' })
  const nameOf = (of: string) => organizations.find((each) => each.slug === of)?.name ?? of
  const mayCreate =
    slug !== undefined &&
    may({ grants, scopes: scopes ?? undefined }, 'projects:create', { organizationSlug: slug })
  const mayDeploy =
    project !== undefined &&
    may({ grants, scopes: scopes ?? undefined }, 'functions:write', {
      organizationSlug: project.organization_slug,
      projectRef: project.ref,
    })
  const account = accountAreas()
  const here = areas && areas.label !== account.label ? [areaCommands(areas, go)] : []

  return [
    ...here,
    ...(project ? [pageCommands(project.ref, go), copyCommands(project)] : []),
    projectCommands(
      projects.filter((each) => each.ref !== project?.ref),
      nameOf,
      go,
    ),
    organizationCommands(organizations, go),
    createCommands(
      { slug: mayCreate ? slug : undefined, ref: mayDeploy ? project.ref : undefined },
      go,
    ),
    areaCommands(account, go),
    themeCommands(),
    helpCommands(go, onKeyboardHelp, signOut),
  ].filter((section) => section.commands.length > 0)
}
