import type { Actor } from '#app/base/context.ts'

/** The projects somebody was given by name in an organization; null where they see all of them. */
export function visibleRefs(
  { grants }: Pick<Actor, 'grants'>,
  organizationSlug: string,
): readonly string[] | null {
  const here = grants.filter((grant) => grant.organization_slug === organizationSlug)
  if (here.some((grant) => grant.project_refs === null)) return null
  return here.flatMap((grant) => grant.project_refs ?? [])
}
