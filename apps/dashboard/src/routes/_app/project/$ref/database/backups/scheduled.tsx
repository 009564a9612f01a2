import { createFileRoute } from '@tanstack/react-router'
import { useProject } from '#app/api/project.ts'
import { backupsOptions, newestOperationOptions } from '#app/features/backups/queries.ts'
import { ScheduledPage } from '#app/features/backups/ScheduledPage.tsx'
import { settleSoon } from '#app/lib/settle-soon.ts'

export const Route = createFileRoute('/_app/project/$ref/database/backups/scheduled')({
  loader: ({ context: { queryClient }, params: { ref } }) =>
    settleSoon(
      queryClient.prefetchQuery(backupsOptions(ref)),
      queryClient.prefetchQuery(newestOperationOptions(ref)),
    ),
  staticData: { title: { page: 'Scheduled backups', product: 'Database' } },
  component: function Scheduled() {
    const project = useProject(Route.useParams().ref)
    return <ScheduledPage key={project.ref} project={project} />
  },
})
