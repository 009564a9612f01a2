import type { Permission, Project, Session, Target } from '@plinth/contract'
import { may } from '@plinth/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { MINUTE } from '#app/lib/time.ts'
import { api } from './client.ts'
import { PROBE } from './query-client.ts'

/** Who is signed in. Every page below `_app` has it loaded before it renders. */
export const sessionOptions = () =>
  api.auth.session.queryOptions({ input: {}, staleTime: 5 * MINUTE, meta: PROBE })

export const useSession = (): Session => useSuspenseQuery(sessionOptions()).data

/** May the person signed in do this there? The platform decides again by the same table. */
export const useMay = (permission: Permission, target: Target): boolean => {
  const { grants, scopes } = useSession()
  return may({ grants, scopes: scopes ?? undefined }, permission, target)
}

/** The same for a project; a branch is judged by its parent. */
export const useProjectMay = (
  permission: Permission,
  project: Pick<Project, 'ref' | 'organization_slug' | 'parent_project_ref'>,
): boolean =>
  useMay(permission, {
    organizationSlug: project.organization_slug,
    projectRef: project.parent_project_ref ?? project.ref,
  })
