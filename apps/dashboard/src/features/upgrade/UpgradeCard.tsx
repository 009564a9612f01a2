import type { Project } from '@plinth/contract'
import { Alert, Badge, Button, SettingsSection, Skeleton } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { ArrowUpCircle } from 'lucide-react'
import { Suspense, lazy, useState } from 'react'
import { messageOf } from '#app/api/errors.ts'
import { useProjectMay } from '#app/api/session.ts'
import { LastUpgrade } from './LastUpgrade.tsx'
import { upgradeEligibilityOptions } from './queries.ts'

const UpgradeDialog = lazy(() => import('./UpgradeDialog.tsx'))

/** Which version of Postgres there is to go to, and what stands in the way of it. */
export function UpgradeCard({ project }: { project: Project }) {
  const { ref } = project
  const [isAsking, setAsking] = useState(false)
  const mayUpgrade = useProjectMay('infra:write', project)
  const { data, error } = useQuery(upgradeEligibilityOptions(ref))
  const newest = data?.target_versions.at(-1)
  const current = data?.current_version ?? project.dbVersion ?? project.postgres_engine
  const disabledReason = !mayUpgrade
    ? 'You need additional permissions to upgrade this project'
    : data?.eligible === false
      ? 'Settle what stands in the way first'
      : undefined
  return (
    <SettingsSection
      title="Postgres version"
      note={newest && 'A backup is taken first. If a step fails, the project goes on as it was.'}
      footer={
        newest && (
          <Button
            variant="primary"
            icon={<ArrowUpCircle aria-hidden />}
            disabledReason={disabledReason}
            onClick={() => setAsking(true)}
          >
            Upgrade project
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-base font-medium">PostgreSQL {current}</span>
          {data ? (
            newest ? (
              <Badge tone="accent">{newest.version} is available</Badge>
            ) : (
              // with something in the way there is a newer one, only out of reach
              data.obstacles.length === 0 && <Badge tone="success">Newest version here</Badge>
            )
          ) : error ? null : (
            <Skeleton className="h-5 w-36 rounded-full" />
          )}
        </div>
        {error && (
          <Alert tone="warning" title="Whether there is a newer version could not be looked up">
            {messageOf(error)}
          </Alert>
        )}
        {data && data.obstacles.length > 0 && (
          <Alert tone="warning" title="What stands in the way">
            <ul className="list-disc pl-4">
              {data.obstacles.map((obstacle) => (
                <li key={obstacle}>{obstacle}</li>
              ))}
            </ul>
          </Alert>
        )}
        <LastUpgrade project={project} />
      </div>
      <Suspense>
        {isAsking && data && (
          <UpgradeDialog
            project={project}
            versions={data.target_versions}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </SettingsSection>
  )
}
