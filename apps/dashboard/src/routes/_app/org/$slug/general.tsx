import { createFileRoute } from '@tanstack/react-router'
import { OrganizationGeneralPage } from '#app/features/organization-settings/OrganizationGeneralPage.tsx'
import { LeaveOrganization } from '#app/features/team/LeaveOrganization.tsx'
import { PageColumn } from '#app/layouts/PageColumn.tsx'

export const Route = createFileRoute('/_app/org/$slug/general')({
  staticData: { title: { page: 'General', product: 'Organization settings' } },
  component: function General() {
    const { slug } = Route.useParams()
    return (
      <PageColumn width="form">
        <OrganizationGeneralPage slug={slug} leaving={<LeaveOrganization slug={slug} />} />
      </PageColumn>
    )
  },
})
