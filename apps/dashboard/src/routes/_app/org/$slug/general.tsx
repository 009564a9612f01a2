import { createFileRoute } from '@tanstack/react-router'
import { OrganizationGeneralPage } from '#app/features/organization-settings/OrganizationGeneralPage.tsx'
import { PageColumn } from '#app/layouts/PageColumn.tsx'

export const Route = createFileRoute('/_app/org/$slug/general')({
  staticData: { title: { page: 'General', product: 'Organization settings' } },
  component: function General() {
    return (
      <PageColumn width="form">
        <OrganizationGeneralPage slug={Route.useParams().slug} />
      </PageColumn>
    )
  },
})
