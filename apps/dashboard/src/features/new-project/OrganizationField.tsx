import { may } from '@plinth/contract'
import { Field, Select } from '@plinth/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { organizationsOptions } from '#app/api/organization.ts'
import { useSession } from '#app/api/session.ts'

/** Another organization is another address: its sizes, versions and limits are its own. */
export function OrganizationField({ slug }: { slug: string }) {
  const { data: organizations } = useSuspenseQuery(organizationsOptions())
  const { grants, scopes } = useSession()
  const navigate = useNavigate()
  const mayCreateIn = (organizationSlug: string) =>
    may({ grants, scopes: scopes ?? undefined }, 'projects:create', { organizationSlug })
  return (
    <Field layout="row" label="Organization">
      <Select
        value={slug}
        onChange={(next) => void navigate({ to: '/new/$slug', params: { slug: next } })}
        options={organizations.map((organization) => ({
          value: organization.slug,
          label: organization.name,
          description: mayCreateIn(organization.slug)
            ? organization.plan.name
            : 'You may not create projects here',
          disabled: !mayCreateIn(organization.slug),
        }))}
      />
    </Field>
  )
}
