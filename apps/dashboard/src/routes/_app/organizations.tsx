import { createFileRoute } from '@tanstack/react-router'
import { organizationsOptions } from '#app/api/organization.ts'
import { OrganizationsPage } from '#app/features/organizations/OrganizationsPage.tsx'
import { PageColumn } from '#app/layouts/PageColumn.tsx'

export const Route = createFileRoute('/_app/organizations')({
  loader: ({ context }) => context.queryClient.ensureQueryData(organizationsOptions()),
  staticData: { title: { page: 'Organizations' } },
  component: () => (
    <PageColumn>
      <OrganizationsPage />
    </PageColumn>
  ),
})
