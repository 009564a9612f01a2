import type { Project } from '@plinth/contract'
import { Button, StatusPage } from '@plinth/ui'
import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'

export default function RemovedPage({ project }: { project: Project }) {
  const wasNeverMade = project.operation?.kind === 'create'
  return (
    <StatusPage
      title={wasNeverMade ? `${project.name} was not made` : `${project.name} was deleted`}
      icon={<Trash2 aria-hidden />}
      actions={
        <Button asChild variant="primary">
          <Link to="/org/$slug" params={{ slug: project.organization_slug }}>
            Go to the projects
          </Link>
        </Button>
      }
    >
      <p>
        {wasNeverMade
          ? 'Setting it up was cancelled, and nothing of it is left.'
          : 'It serves nothing any more. An owner can bring it back from the organization’s list of projects until it is removed for good.'}
      </p>
    </StatusPage>
  )
}
