import { createFileRoute } from '@tanstack/react-router'
import { useProject } from '#app/api/project.ts'
import { ScheduledPage } from '#app/features/backups/ScheduledPage.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/backups/scheduled')({
  staticData: { title: { page: 'Scheduled backups', product: 'Database' } },
  component: function Scheduled() {
    const project = useProject(Route.useParams().ref)
    return <ScheduledPage key={project.ref} project={project} />
  },
})
