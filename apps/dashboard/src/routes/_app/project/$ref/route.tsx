import { createFileRoute } from '@tanstack/react-router'
import { organizationOptions } from '#app/api/organization.ts'
import { projectOptions } from '#app/api/project.ts'
import { HomeSkeleton } from '#app/features/project-home/HomeSkeleton.tsx'
import { PageColumn } from '#app/layouts/PageColumn.tsx'
import { ProjectLayout } from '#app/layouts/ProjectLayout.tsx'
import { lastOrganization } from '#app/lib/stored.ts'

export const Route = createFileRoute('/_app/project/$ref')({
  loader: async ({ context: { queryClient }, params }) => {
    const project = await queryClient.ensureQueryData(projectOptions(params.ref))
    const slug = project.organization_slug
    await queryClient.ensureQueryData(organizationOptions(slug))
    lastOrganization.write(slug)
  },
  component: ProjectLayout,
  pendingComponent: () => (
    <PageColumn>
      <HomeSkeleton />
    </PageColumn>
  ),
})
