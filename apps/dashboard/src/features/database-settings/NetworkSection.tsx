import type { Project } from '@plinth/contract'
import { Alert, SettingsSection, Skeleton } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { NetworkForm } from './NetworkForm.tsx'
import { textOf } from './network-ranges.ts'

/** From which addresses the database takes connections. */
export function NetworkSection({ project }: { project: Project }) {
  const { ref } = project
  const { data, error } = useQuery(api.networkRestrictions.view.queryOptions({ input: { ref } }))
  if (data) {
    // another set that was saved elsewhere begins the form anew
    return <NetworkForm key={textOf(data.config)} project={project} restrictions={data} />
  }
  return (
    <SettingsSection title="Network restrictions">
      {error ? (
        <Alert tone="warning">{messageOf(error)}</Alert>
      ) : (
        <div>
          <Skeleton className="w-64" />
        </div>
      )}
    </SettingsSection>
  )
}
