import type { Project } from '@plinth/contract'
import { Alert, Button, CodeBlock } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { useRestart } from '#app/api/use-restart.ts'
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
          fromEnd
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
        <Button asChild>
          <Link to="/project/$ref/logs/$collection" params={{ ref, collection: 'postgres-logs' }}>
            See all of its log
          </Link>
        </Button>
        <ContactSupport project={project} />
      </div>
    </div>
  )
}

function RestartButton({ project }: { project: Project }) {
  const { restart, disabledReason } = useRestart(project)
  return (
    <Button
      variant="primary"
      icon={<RotateCw aria-hidden />}
      loading={restart.isPending}
      disabledReason={disabledReason}
      onClick={() => restart.mutate({ ref: project.ref, scope: 'project' })}
    >
      Restart project
    </Button>
  )
}
