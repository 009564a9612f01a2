import type { Project } from '@plinth/contract'
import { projectCan } from '@plinth/contract'
import { Button } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { useOrganization } from '#app/api/organization.ts'
import { useProjectMay } from '#app/api/session.ts'
import { freeLimitOptions } from './free-limit-options.ts'

const RestoreDialog = lazy(() => import('./RestoreDialog.tsx'))
const FreeLimitDialog = lazy(() => import('./FreeLimitDialog.tsx'))

/** The button that brings a paused project back, with what it asks or has to say first (spec §4). */
export default function RestoreProject({ project }: { project: Project }) {
  const slug = project.organization_slug
  const isFree = useOrganization(slug).plan.id === 'free'
  const mayRestore = useProjectMay('infra:restore', project)
  const [open, setOpen] = useState<'confirm' | 'limit'>()
  // asked when the button is pressed: room may have been made since the page was opened
  const limit = useQuery({ ...freeLimitOptions(slug), enabled: false })

  async function begin() {
    // where it could not be asked, the platform refuses by the same rule
    const { data: members } = isFree ? await limit.refetch() : {}
    // who is over the limit is told at once, not after having chosen a version
    setOpen(members && members.length > 0 ? 'limit' : 'confirm')
  }

  const disabledReason = !mayRestore
    ? 'You need additional permissions to resume this project'
    : projectCan('restore', project.status)
      ? undefined
      : 'The project cannot be restored now'

  return (
    <>
      <Button
        variant="primary"
        disabledReason={disabledReason}
        loading={limit.isFetching && open === undefined}
        onClick={() => void begin()}
      >
        Restore project
      </Button>
      <Suspense>
        {open === 'confirm' && (
          <RestoreDialog
            project={project}
            onClose={() => setOpen(undefined)}
            onLimit={() => {
              void limit.refetch()
              setOpen('limit')
            }}
          />
        )}
        {open === 'limit' && <FreeLimitDialog slug={slug} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </>
  )
}
