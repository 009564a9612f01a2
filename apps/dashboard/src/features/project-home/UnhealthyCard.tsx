import type { Project } from '@plinth/contract'
import { projectCan } from '@plinth/contract'
import { Alert, Button, CodeBlock, toast } from '@plinth/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { noteStatus } from '#app/api/project.ts'
import { useProjectMay } from '#app/api/session.ts'
import { ContactSupport } from '#app/lib/ContactSupport.tsx'
import { healthOptions } from './health-options.ts'
import { unhealthyTexts } from './unhealthy-texts.ts'

/** What is wrong with a project that should be running, in its server's own words, and the ways out. */
export default function UnhealthyCard({ project }: { project: Project }) {
  const { ref } = project
  const { data: health } = useQuery(healthOptions(ref))
  const { title, text } = unhealthyTexts(project, health)
  const log = health?.database_log ?? []
  return (
    <div className="flex flex-col gap-3">
      <Alert tone="critical" title={title}>
        {text}
      </Alert>
      {log.length > 0 && (
        <CodeBlock
          title="Last lines of the database’s log"
          code={log.join('\n')}
          maxLines={14}
          wrap
        />
      )}
      <div className="flex flex-wrap gap-2">
        <RestartButton project={project} />
        <Button asChild>
          <Link to="/project/$ref/database/backups/scheduled" params={{ ref }}>
            Restore a backup
          </Link>
        </Button>
        <ContactSupport project={project} />
      </div>
    </div>
  )
}

function RestartButton({ project }: { project: Project }) {
  const { ref } = project
  const mayRestart = useProjectMay('projects:restart', project)
  const restart = useMutation(
    api.power.restart.mutationOptions({
      onSuccess: ({ status }) => noteStatus(project, status),
      onError: (error) => toast.error(`Failed to restart project: ${messageOf(error)}`),
    }),
  )
  const disabledReason = !mayRestart
    ? 'You need additional permissions to restart this project'
    : projectCan('restart', project.status)
      ? undefined
      : 'Only a running project can be restarted'
  return (
    <Button
      variant="primary"
      icon={<RotateCw aria-hidden />}
      loading={restart.isPending}
      disabledReason={disabledReason}
      onClick={() => restart.mutate({ ref, scope: 'project' })}
    >
      Restart project
    </Button>
  )
}
