import { createFileRoute } from '@tanstack/react-router'
import { api } from '#app/api/client.ts'
import { projectOptions, useProject } from '#app/api/project.ts'
import { ComputeAndDiskPage } from '#app/features/compute-and-disk/ComputeAndDiskPage.tsx'
import { PageColumn } from '#app/layouts/PageColumn.tsx'

export const Route = createFileRoute('/_app/project/$ref/settings/compute-and-disk')({
  loader: async ({ context: { queryClient }, params: { ref } }) => {
    const { organization_slug: slug } = await queryClient.ensureQueryData(projectOptions(ref))
    await Promise.all([
      queryClient.ensureQueryData(api.disk.view.queryOptions({ input: { ref } })),
      queryClient.ensureQueryData(api.disk.viewConfig.queryOptions({ input: { ref } })),
      queryClient.ensureQueryData(api.versions.options.queryOptions({ input: { slug } })),
    ])
  },
  staticData: { title: { page: 'Compute and disk', product: 'Settings' } },
  component: function ComputeAndDisk() {
    const project = useProject(Route.useParams().ref)
    return (
      <PageColumn width="form">
        <ComputeAndDiskPage key={project.ref} project={project} />
      </PageColumn>
    )
  },
})
