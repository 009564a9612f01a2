import { may } from '@plinth/contract'
import { useMatchRoute } from '@tanstack/react-router'
import { useSession } from '#app/api/session.ts'
import { type AreaList, accountAreas, organizationAreas, projectAreas } from './navigation.ts'
import { usePlace } from './use-place.ts'

/** The areas of where the person is; none on pages that stand above organizations. */
export function useAreas(): AreaList | undefined {
  const { ref, slug, project, template } = usePlace()
  const { grants, scopes } = useSession()
  const isAccount = useMatchRoute()({ to: '/account', fuzzy: true })
  if (isAccount) return accountAreas()
  const who = { grants, scopes: scopes ?? undefined }
  if (ref)
    return projectAreas(ref, project?.status ?? 'UNKNOWN', (permission) =>
      project
        ? may(who, permission, {
            organizationSlug: project.organization_slug,
            projectRef: ref,
          })
        : true,
    )
  if (slug && template.startsWith('/org/'))
    return organizationAreas(slug, (permission) => may(who, permission, { organizationSlug: slug }))
  return undefined
}
