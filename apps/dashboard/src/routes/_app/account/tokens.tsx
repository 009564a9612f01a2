import { createFileRoute } from '@tanstack/react-router'
import { api } from '#app/api/client.ts'
import { AccessTokensPage } from '#app/features/account/AccessTokensPage.tsx'
import { PageColumn } from '#app/layouts/PageColumn.tsx'

export const Route = createFileRoute('/_app/account/tokens')({
  loader: ({ context }) =>
    context.queryClient.ensureQueryData(api.accessTokens.list.queryOptions({ input: {} })),
  staticData: { title: { page: 'Access tokens', product: 'Account' } },
  component: () => (
    <PageColumn>
      <AccessTokensPage />
    </PageColumn>
  ),
})
