import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '#app/features/account/ProfilePage.tsx'
import { PageColumn } from '#app/layouts/PageColumn.tsx'

export const Route = createFileRoute('/_app/account/profile')({
  staticData: { title: { page: 'Profile', product: 'Account' } },
  component: () => (
    <PageColumn width="form">
      <ProfilePage />
    </PageColumn>
  ),
})
