import type { MetricName, Project } from '@plinth/contract'
import { ErrorState, PageHeader, SegmentedControl } from '@plinth/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { useResourceWarning } from '#app/api/resource-warnings.ts'
import { warningsByMetric } from '#app/lib/resource-warnings.ts'
import type { HelpTopic } from '#app/lib/warning-help.ts'
import { useNow } from '#app/lib/use-now.ts'
import { FactsSection } from './FactsSection.tsx'
import { MetricCard } from './MetricCard.tsx'
import { WarningHelp } from './WarningHelp.tsx'
import { RANGES, type RangeName, rangeOf } from './ranges.ts'

// the anchors are where warnings lead
const CHARTS = [
  { id: 'cpu', title: 'CPU', metric: 'cpu_usage' },
  { id: 'ram', title: 'Memory', metric: 'ram_usage' },
  { id: 'disk_io', title: 'Disk I/O', metric: 'disk_io' },
  { id: 'disk_space', title: 'Disk space', metric: 'disk_usage' },
  { id: 'connections', title: 'Connections', metric: 'connections' },
] as const satisfies readonly { id: string; title: string; metric: MetricName }[]

const METRIC_LIST = CHARTS.map(({ metric }) => metric).join(',')

/** What the project runs on, and how much of it it uses. */
export function InfrastructurePage({
  project,
  range: rangeName,
  help,
  upgrade,
}: {
  project: Project
  range: RangeName
  help: HelpTopic | undefined
  upgrade: ReactNode
}) {
  const { ref } = project
  const navigate = useNavigate({ from: '/project/$ref/settings/infrastructure' })
  const range = rangeOf(rangeName)
  const warning = useResourceWarning(ref)
  const warnings = warning && warningsByMetric(warning)
  const now = useNow(true, range.refreshMs)
  // whole steps, or every rendering would ask for another range
  const start = new Date(Math.floor((now - range.ms) / range.refreshMs) * range.refreshMs)
  const { data, error, refetch, isRefetching } = useQuery({
    ...api.resources.metrics.queryOptions({
      input: { ref, attributes: METRIC_LIST, start: start.toISOString() },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader title="Infrastructure" />
      <WarningHelp
        topic={help}
        onClose={() =>
          void navigate({
            search: ({ help: _help, ...rest }) => rest,
            hash: true,
            replace: true,
            resetScroll: false,
          })
        }
      />
      <div className="grid gap-x-4 gap-y-8 xl:grid-cols-2">
        {upgrade}
        <FactsSection project={project} />
      </div>
      <section aria-labelledby="usage" className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="usage" className="text-lg font-semibold">
            Usage
          </h2>
          <SegmentedControl
            aria-label="Time shown"
            value={rangeName}
            onChange={(next) =>
              void navigate({
                search: ({ range: _range, ...rest }) =>
                  next === '1h' ? rest : { ...rest, range: next },
                replace: true,
                resetScroll: false,
              })
            }
            options={RANGES}
          />
        </div>
        {error && !data ? (
          <ErrorState
            title="The usage could not be loaded"
            message={messageOf(error)}
            onRetry={() => void refetch()}
            retrying={isRefetching}
          />
        ) : (
          <div className="grid gap-4 lg:grid-cols-2">
            {CHARTS.map(({ id, title, metric }) => (
              <MetricCard
                key={id}
                id={id}
                title={title}
                metric={metric}
                metrics={data}
                range={range}
                warning={warnings?.get(id)}
              />
            ))}
          </div>
        )}
      </section>
    </>
  )
}
