import { createFileRoute } from '@tanstack/react-router'
import { NewOrganizationPage } from '#app/features/organizations/NewOrganizationPage.tsx'
import { PageColumn } from '#app/layouts/PageColumn.tsx'

export const Route = createFileRoute('/_app/new/')({
  staticData: { title: { page: 'New organization' } },
  component: () => (
    <PageColumn width="form">
      <NewOrganizationPage />
    </PageColumn>
  ),
})
