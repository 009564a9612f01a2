import { createFileRoute } from '@tanstack/react-router'
import { api } from '#app/api/client.ts'
import { useProject } from '#app/api/project.ts'
import { ApiSettingsPage } from '#app/features/api-settings/ApiSettingsPage.tsx'
import { PageColumn } from '#app/layouts/PageColumn.tsx'
import { settleSoon } from '#app/lib/settle-soon.ts'

export const Route = createFileRoute('/_app/project/$ref/settings/api')({
  loader: ({ context: { queryClient }, params: { ref } }) =>
    settleSoon(
      queryClient.prefetchQuery(api.settings.view.queryOptions({ input: { ref } })),
      queryClient.prefetchQuery(api.restConfig.view.queryOptions({ input: { ref } })),
    ),
  staticData: { title: { page: 'API', product: 'Settings' } },
  component: function Api() {
    const project = useProject(Route.useParams().ref)
    return (
      <PageColumn width="form">
        <ApiSettingsPage key={project.ref} project={project} />
      </PageColumn>
    )
  },
})
