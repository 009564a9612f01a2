import { createFileRoute } from '@tanstack/react-router'
import { api } from '#app/api/client.ts'
import { TeamPage } from '#app/features/team/TeamPage.tsx'
import { PageColumn } from '#app/layouts/PageColumn.tsx'

export const Route = createFileRoute('/_app/org/$slug/team')({
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(api.members.list.queryOptions({ input: params })),
  staticData: { title: { page: 'Team' } },
  component: function Team() {
    return (
      <PageColumn>
        <TeamPage slug={Route.useParams().slug} />
      </PageColumn>
    )
  },
})
