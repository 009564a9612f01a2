import { createFileRoute } from '@tanstack/react-router'
import { api } from '#app/api/client.ts'
import { ProjectLayout } from '#app/layouts/ProjectLayout.tsx'

export const Route = createFileRoute('/_app/project/$ref')({
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(api.projects.view.queryOptions({ input: params })),
  component: ProjectLayout,
})
