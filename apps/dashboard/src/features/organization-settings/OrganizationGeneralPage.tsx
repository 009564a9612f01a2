import { PageHeader } from '@plinth/ui'
import { useOrganization } from '#app/api/organization.ts'
import { DeleteOrganization } from './DeleteOrganization.tsx'
import { OrganizationForm } from './OrganizationForm.tsx'

export function OrganizationGeneralPage({ slug }: { slug: string }) {
  const organization = useOrganization(slug)
  return (
    <>
      <PageHeader title="General" description="The organization’s name and who gets its bills." />
      <OrganizationForm key={slug} organization={organization} />
      <DeleteOrganization organization={organization} />
    </>
  )
}
