import { createFileRoute } from '@tanstack/react-router'
import { api } from '#app/api/client.ts'
import { SecurityPage } from '#app/features/account/SecurityPage.tsx'
import { PageColumn } from '#app/layouts/PageColumn.tsx'

export const Route = createFileRoute('/_app/account/security')({
  loader: ({ context }) =>
    context.queryClient.ensureQueryData(api.auth.devices.queryOptions({ input: {} })),
  staticData: { title: { page: 'Security', product: 'Account' } },
  component: () => (
    <PageColumn width="form">
      <SecurityPage />
    </PageColumn>
  ),
})
