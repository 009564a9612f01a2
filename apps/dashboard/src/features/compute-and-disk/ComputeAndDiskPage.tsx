import type { Project } from '@plinth/contract'
import { projectCan } from '@plinth/contract'
import { Button, PageHeader, Panel } from '@plinth/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { api } from '#app/api/client.ts'
import { useOrganization } from '#app/api/organization.ts'
import { useProjectMay } from '#app/api/session.ts'
import { changesOf } from './changes.ts'
import { ComputeSection } from './ComputeSection.tsx'
import { DiskSection } from './DiskSection.tsx'
import { DiskUsage } from './DiskUsage.tsx'
import { type Draft, type Problems, draftOf, problemsOf } from './draft.ts'
import { GrowthForm } from './GrowthForm.tsx'
import { PriceTable } from './PriceTable.tsx'

const ReviewDialog = lazy(() => import('./ReviewDialog.tsx'))

/** How large and how fast a project is. What a change costs, in money and time, is told before it happens. */
export function ComputeAndDiskPage({ project }: { project: Project }) {
  const { ref } = project
  const { data: disk } = useSuspenseQuery(api.disk.view.queryOptions({ input: { ref } }))
  const plan = useOrganization(project.organization_slug).plan.id
  const mayChange = useProjectMay('infra:write', project)
  const saved = { compute: project.instance_size, disk: disk.attributes }
  // nothing while the form shows what is saved, so that a change from elsewhere shows too
  const [edited, setEdited] = useState<Draft>()
  const [refused, setRefused] = useState<Problems>({})
  const [isReviewed, setReviewed] = useState(false)
  const draft = edited ?? draftOf(saved)
  const problems = { ...problemsOf(draft, saved, project), ...refused }
  const hasChanges = changesOf(draft, saved).length > 0

  function change(part: Partial<Draft>) {
    setRefused({})
    setEdited({ ...draft, ...part })
  }
  const refusal = mayChange
    ? undefined
    : 'You need additional permissions to change compute and disk'
  const disabledReason =
    refusal ??
    (Object.keys(problems).length > 0
      ? 'Correct what is marked first'
      : projectCan('resize', project.status)
        ? undefined
        : 'Wait for what is running on this project')

  return (
    <>
      <PageHeader title="Compute and disk" />
      <DiskUsage project={project} />
      <ComputeSection project={project} value={draft.compute} onChange={change} refusal={refusal} />
      <DiskSection
        project={project}
        disk={disk}
        draft={draft}
        problems={problems}
        onChange={change}
        refusal={refusal}
      />
      <Panel
        note="Compute by the hour, 720 of them a month. Prices are those of a hosted platform: here they only compare, nobody is billed."
        footer={
          <>
            <Button disabled={!hasChanges} onClick={() => setEdited(undefined)}>
              Cancel
            </Button>
            <Button
              variant="primary"
              disabled={!hasChanges}
              disabledReason={hasChanges ? disabledReason : refusal}
              onClick={() => setReviewed(true)}
            >
              Review changes
            </Button>
          </>
        }
      >
        <div>
          <PriceTable saved={saved} draft={draft} plan={plan} />
        </div>
      </Panel>
      <GrowthForm project={project} refusal={refusal} />
      <Suspense>
        {isReviewed && (
          <ReviewDialog
            project={project}
            saved={saved}
            draft={draft}
            plan={plan}
            onClose={() => setReviewed(false)}
            onRefused={setRefused}
            onDone={() => {
              setEdited(undefined)
              setReviewed(false)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
