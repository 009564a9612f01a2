import { createFileRoute } from '@tanstack/react-router'
import { api } from '#app/api/client.ts'
import { SupportPage } from '#app/features/support/SupportPage.tsx'
import { PageColumn } from '#app/layouts/PageColumn.tsx'
import { type SupportSearch, parseSupportSearch } from '#app/lib/support-search.ts'

export const Route = createFileRoute('/_app/support/new')({
  validateSearch: (search: Record<string, unknown>): SupportSearch => parseSupportSearch(search),
  loader: ({ context }) =>
    context.queryClient.ensureQueryData(api.system.setup.queryOptions({ input: {} })),
  staticData: { title: { page: 'Contact support' } },
  component: function ContactSupport() {
    const search = Route.useSearch()
    return (
      <PageColumn width="form">
        {/* another link to this page begins anew */}
        <SupportPage key={JSON.stringify(search)} search={search} />
      </PageColumn>
    )
  },
})
