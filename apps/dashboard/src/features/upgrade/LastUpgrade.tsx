import type { Project } from '@plinth/contract'
import { Alert } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { ContactSupport } from '#app/lib/ContactSupport.tsx'
import { fromNow } from '#app/lib/date.ts'
import { sentence } from '#app/lib/sentence.ts'
import { upgradeOperationOptions, upgradeStatusOptions } from './queries.ts'

/** Told to whoever was not there when it failed; the project itself looks as if nothing had happened. */
export function LastUpgrade({ project }: { project: Project }) {
  const { ref } = project
  const last = useQuery(upgradeStatusOptions(ref, undefined)).data?.databaseUpgradeStatus
  const hasFailed = last?.status === 2
  const { data: operation } = useQuery({
    ...upgradeOperationOptions(ref, last?.tracking_id),
    enabled: hasFailed,
  })
  // who has cancelled one knows of it
  if (!hasFailed || operation?.status !== 'failed') return null
  return (
    <Alert
      tone="warning"
      title={`The upgrade to ${last.target_version} that began ${fromNow(last.initiated_at)} did not succeed`}
      action={<ContactSupport project={project} operation={operation} size="sm" />}
    >
      {sentence(last.error ?? 'A step failed')} The project was put back to what it was.
    </Alert>
  )
}
