import type { Organization, Project } from '@plinth/contract'
import { useQuery } from '@tanstack/react-query'
import { useMatches, useParams } from '@tanstack/react-router'
import { organizationOptions } from '#app/api/organization.ts'
import { projectOptions } from '#app/api/project.ts'

export type Place = {
  readonly ref: string | undefined
  readonly slug: string | undefined
  readonly project: Project | undefined
  readonly organization: Organization | undefined
  /** The route's path with its parameters named, as '/project/$ref/sql/$id'. */
  readonly template: string
}

/**
 * Where in the product the person is. Only reads what the routes' loaders have put into the cache:
 * asking here too would turn one missing project into two failed requests.
 */
export function usePlace(): Place {
  const { ref, slug: slugParam } = useParams({ strict: false })
  const template = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '/' })
  const project = useQuery({ ...projectOptions(ref ?? ''), enabled: false })
  const slug = ref ? project.data?.organization_slug : slugParam
  const organization = useQuery({ ...organizationOptions(slug ?? ''), enabled: false })
  return {
    // an address that leads to nothing is no place: nothing around it would lead anywhere either
    ref: project.data || !project.isError ? ref : undefined,
    slug: organization.data || !organization.isError ? slug : undefined,
    project: project.data,
    organization: organization.data,
    template,
  }
}

/** What the innermost route that has a title calls itself. */
export const useRouteTitle = () =>
  useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  })
