import type { BackupList, Project } from '@plinth/contract'
import { projectCan } from '@plinth/contract'
import { Badge, Button, Card, CardHeader, CardBody, DataList, Skeleton, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { useProjectMay } from '#app/api/session.ts'
import { count } from '#app/lib/count.ts'
import { dateAndZone, fromNow } from '#app/lib/date.ts'
import { now } from '#app/lib/time.ts'
import { When } from '#app/lib/When.tsx'

/** How well the data is kept: since when, how long, and whether a backup was really tried. */
export const Safekeeping = ({
  project,
  list,
}: {
  project: Project
  list: BackupList | undefined
}) => (
  <Card>
    <CardHeader
      title="Safekeeping"
      description="A backup counts when it was restored: that is tried out of sight."
      actions={<VerifyNow project={project} list={list} />}
    />
    <CardBody>
      <DataList
        items={[
          { label: 'Last verified', value: list ? <Verified list={list} /> : <Waiting /> },
          {
            label: 'Kept for',
            value: list ? count(list.retention_days, 'day') : <Waiting />,
            hint: 'By the plan of the organization. The newest backup is always kept.',
          },
          {
            label: 'Next backup',
            value: list ? (
              <Next list={list} isRunning={projectCan('query', project.status)} />
            ) : (
              <Waiting />
            ),
          },
          { label: 'Restorable since', value: list ? <Since list={list} /> : <Waiting /> },
        ]}
      />
    </CardBody>
  </Card>
)

const Waiting = () => <Skeleton className="h-5 w-40" />

function Verified({ list: { last_verified: last } }: { list: BackupList }) {
  if (!last) return 'Not yet'
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={last.outcome === 'passed' ? 'success' : 'danger'}>
        {last.outcome === 'passed' ? 'Passed' : 'Failed'}
      </Badge>
      <When date={last.verified_at} />
      <span className="text-muted">{last.detail}</span>
    </span>
  )
}

const Next = ({
  list: { next_scheduled_at: next, backups },
  isRunning,
}: {
  list: BackupList
  isRunning: boolean
}) => {
  if (next) return <When date={next} text={nextText} />
  return isRunning && backups.length === 0
    ? 'The first one is taken by itself, some minutes after the project was made'
    : 'None while the project does not run'
}

// one that is due is taken at the next round, not in the past
const nextText = (next: string) => (Date.parse(next) < now() ? 'Within minutes' : fromNow(next))

const Since = ({ list: { recoverable, pitr_enabled: hasPitr } }: { list: BackupList }) => {
  if (!recoverable) return 'There is no backup yet'
  return hasPitr ? (
    <>{dateAndZone(recoverable.earliest)}, to the second</>
  ) : (
    <When date={recoverable.earliest} />
  )
}

function VerifyNow({ project, list }: { project: Project; list: BackupList | undefined }) {
  const { ref } = project
  const mayVerify = useProjectMay('backups:write', project)
  const verify = useMutation(
    api.backups.verify.mutationOptions({
      onSuccess: ({ outcome, detail }) => {
        if (outcome === 'passed') toast.success('The newest backup was restored and checked')
        else toast.error('The newest backup did not pass its check', { description: detail })
      },
      onError: (error) => toast.error(`Failed to verify the backup: ${messageOf(error)}`),
      onSettled: () =>
        queryClient.invalidateQueries({ queryKey: api.backups.list.key({ input: { ref } }) }),
    }),
  )
  const disabledReason = mayVerify
    ? list && list.backups.length === 0
      ? 'There is no backup yet'
      : undefined
    : 'You need additional permissions to verify backups'
  return (
    <Button
      icon={<ShieldCheck aria-hidden />}
      loading={verify.isPending}
      disabledReason={disabledReason}
      onClick={() => verify.mutate({ ref })}
    >
      Verify now
    </Button>
  )
}
