import type { Organization } from '@plinth/contract'
import { ROLE_NAMES } from '@plinth/contract'
import { Avatar, Badge, Button, EmptyState, PageHeader } from '@plinth/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Building2, Plus } from 'lucide-react'
import { organizationsOptions } from '#app/api/organization.ts'
import { count } from '#app/lib/count.ts'

const NewOrganization = () => (
  <Button asChild variant="primary">
    <Link to="/new">
      <Plus aria-hidden />
      New organization
    </Link>
  </Button>
)

export function OrganizationsPage() {
  const { data: organizations } = useSuspenseQuery(organizationsOptions())
  return (
    <>
      <PageHeader title="Organizations" actions={organizations.length > 0 && <NewOrganization />} />
      {organizations.length === 0 ? (
        <EmptyState
          icon={<Building2 aria-hidden />}
          title="You are in no organization yet"
          action={<NewOrganization />}
        >
          An organization holds projects and the people who work on them. Make one, or open the
          invitation you were sent.
        </EmptyState>
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {organizations.map((organization) => (
            <li key={organization.slug}>
              <OrganizationCard organization={organization} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const OrganizationCard = ({ organization }: { organization: Organization }) => (
  <Link
    to="/org/$slug"
    params={{ slug: organization.slug }}
    className="flex h-full items-center gap-3 rounded-lg border border-line bg-surface p-4 transition-colors duration-100 hover:border-line-strong hover:bg-hover"
  >
    <Avatar name={organization.name} size="lg" square />
    <span className="min-w-0 flex-1">
      <span className="flex items-center gap-2">
        <span className="truncate text-base font-medium">{organization.name}</span>
        <Badge>{organization.plan.name}</Badge>
      </span>
      <span className="block truncate text-sm text-muted">
        {count(organization.project_count, 'project')} · {ROLE_NAMES[organization.role]}
      </span>
    </span>
  </Link>
)
