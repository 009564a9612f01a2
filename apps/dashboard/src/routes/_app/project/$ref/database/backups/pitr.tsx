import { createFileRoute } from '@tanstack/react-router'
import { useProject } from '#app/api/project.ts'
import { PitrPage } from '#app/features/backups/PitrPage.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/backups/pitr')({
  staticData: { title: { page: 'Point-in-time restore', product: 'Database' } },
  component: function PointInTime() {
    const project = useProject(Route.useParams().ref)
    return <PitrPage key={project.ref} project={project} />
  },
})
