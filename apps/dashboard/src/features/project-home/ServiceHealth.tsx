import type { Project, ServiceHealth as Health } from '@plinth/contract'
import { Card, CardBody, CardHeader, SkeletonLines, StatusDot, type Tone } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { healthOptions } from './health-options.ts'
import { QueryError } from '#app/api/QueryError.tsx'

const NAMES = {
  db: 'Database',
  rest: 'REST API',
  auth: 'Authentication',
  storage: 'Storage',
  functions: 'Edge functions',
  realtime: 'Realtime',
} as const satisfies Record<Health['name'], string>

const LOOKS = {
  healthy: { label: 'Healthy', tone: 'success' },
  unhealthy: { label: 'Unhealthy', tone: 'danger' },
  stopped: { label: 'Stopped', tone: 'neutral' },
} as const satisfies Record<Health['status'], { label: string; tone: Tone }>

/** What each service answered a moment ago. */
export function ServiceHealth({ project }: { project: Project }) {
  const query = useQuery(healthOptions(project.ref))
  const { data, error } = query
  return (
    <Card>
      <CardHeader title="Services" description="As they answered a moment ago." />
      <CardBody>
        {data ? (
          <ul className="divide-y divide-line">
            {data.services.map(({ name, status, detail }) => (
              <li
                key={name}
                className="flex items-center justify-between gap-4 py-2 first:pt-0 last:pb-0"
              >
                <span className="min-w-0">
                  <span className="block text-sm">{NAMES[name]}</span>
                  {detail && <span className="block text-xs break-words text-muted">{detail}</span>}
                </span>
                <StatusDot tone={LOOKS[status].tone}>{LOOKS[status].label}</StatusDot>
              </li>
            ))}
          </ul>
        ) : error ? (
          <QueryError title="The services could not be asked" query={query} />
        ) : (
          <SkeletonLines lines={2} label="Asking the services" />
        )}
      </CardBody>
    </Card>
  )
}
