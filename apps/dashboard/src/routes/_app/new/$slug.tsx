import { createFileRoute } from '@tanstack/react-router'
import { api } from '#app/api/client.ts'
import { organizationOptions, organizationsOptions } from '#app/api/organization.ts'
import { NewProjectPage } from '#app/features/new-project/NewProjectPage.tsx'
import { PageColumn } from '#app/layouts/PageColumn.tsx'

export const Route = createFileRoute('/_app/new/$slug')({
  loader: async ({ context: { queryClient }, params }) => {
    await Promise.all([
      queryClient.ensureQueryData(organizationOptions(params.slug)),
      queryClient.ensureQueryData(organizationsOptions()),
      queryClient.ensureQueryData(api.versions.options.queryOptions({ input: params })),
    ])
  },
  staticData: { title: { page: 'New project' } },
  component: function NewProject() {
    const { slug } = Route.useParams()
    return (
      <PageColumn width="form">
        {/* another organization has other limits: its form starts anew */}
        <NewProjectPage key={slug} slug={slug} />
      </PageColumn>
    )
  },
})
