import type { Project } from '@plinth/contract'
import { Alert, Button, Skeleton, StatusPage, toast } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { CirclePause, Download } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { useOrganization } from '#app/api/organization.ts'
import { useProjectMay } from '#app/api/session.ts'
import { pauseWindowText } from './pause-window.ts'

/** What is left of a paused project to do: bring it back, or take its data away (spec §4, paused). */
export default function PausedPage({
  project,
  restore,
  downloads,
}: {
  project: Project
  /** The button that restores it. */
  restore: ReactNode
  /** The list of backups to download. */
  downloads: ReactNode
}) {
  const { ref, name, organization_slug: slug } = project
  const plan = useOrganization(slug).plan.id
  const mayRestore = useProjectMay('infra:restore', project)
  const [isListShown, setListShown] = useState(false)
  const { data, error, refetch } = useQuery(api.power.pauseStatus.queryOptions({ input: { ref } }))
  useEffect(() => {
    // said by the page as well, with the reason and a way on
    if (error) toast.error('Failed to retrieve pause status', { id: 'pause-status' })
  }, [error])
  const canRestore = data?.can_restore ?? true
  return (
    <div className="flex flex-col">
      <StatusPage
        title={`${name} is paused`}
        icon={<CirclePause aria-hidden />}
        actions={
          canRestore && (
            <>
              <Button
                icon={<Download aria-hidden />}
                aria-expanded={isListShown}
                onClick={() => setListShown(!isListShown)}
              >
                Download backups
              </Button>
              {restore}
            </>
          )
        }
      >
        <p>Its database is stopped, and everything it holds is kept.</p>
        {data ? (
          <p>{pauseWindowText(data, plan)}</p>
        ) : error ? (
          <Alert
            tone="warning"
            className="text-left"
            title="How long it can be restored could not be loaded"
            action={
              <Button size="sm" onClick={() => void refetch()}>
                Try again
              </Button>
            }
          >
            {messageOf(error)}
          </Alert>
        ) : (
          <Skeleton className="mx-auto h-5.5 w-72" />
        )}
        {canRestore && !mayRestore && (
          <p>You do not have the required permissions to restore this project</p>
        )}
      </StatusPage>
      {(isListShown || !canRestore) && (
        <div className="mx-auto w-full max-w-2xl px-4 pb-10">{downloads}</div>
      )}
    </div>
  )
}
