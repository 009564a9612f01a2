import { PageHeader, SettingsSection } from '@plinth/ui'
import type { ReactNode } from 'react'
import { useOrganization } from '#app/api/organization.ts'
import { DeleteOrganization } from './DeleteOrganization.tsx'
import { OrganizationForm } from './OrganizationForm.tsx'

export function OrganizationGeneralPage({
  slug,
  leaving,
}: {
  slug: string
  /** The button that takes oneself out. */
  leaving: ReactNode
}) {
  const organization = useOrganization(slug)
  return (
    <>
      <PageHeader title="General" description="The organization’s name and who gets its bills." />
      <OrganizationForm key={slug} organization={organization} />
      <SettingsSection title="Leave organization">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="min-w-0 flex-1 basis-64 text-pretty text-muted">
            You lose access to its projects at once. Coming back takes a new invitation.
          </p>
          {leaving}
        </div>
      </SettingsSection>
      <DeleteOrganization organization={organization} />
    </>
  )
}
