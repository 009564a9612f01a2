import type { MetricName, Metrics } from '@plinth/contract'
import { Alert, Button, Card, CardHeader, Skeleton, cn } from '@plinth/ui'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { type ShownWarning, warningTexts } from '#app/lib/resource-warnings.ts'
import { helpTopic } from '#app/lib/warning-help.ts'
import { pointsOf } from './chart-data.ts'
import { formatMetric } from './format-metric.ts'
import type { rangeOf } from './ranges.ts'

const MetricChart = lazy(() => import('./MetricChart.tsx'))

/** One measure over time, with what it comes to in words. */
export function MetricCard({
  id,
  title,
  metric,
  metrics,
  range,
  warning,
}: {
  id: string
  title: string
  metric: MetricName
  metrics: Metrics | undefined
  range: ReturnType<typeof rangeOf>
  /** What it runs short of: the layout's banner leaves that to this page. */
  warning: ShownWarning | undefined
}) {
  // :target knows of addresses that the browser itself went to
  const isWanted = useLocation({ select: ({ hash }) => hash === id })
  const texts = warning && warningTexts(warning)
  const help = warning && helpTopic(warning.kind)
  const summary = metrics ? summaryOf(metrics, metric) : undefined
  const waiting = <Skeleton className="m-4 h-[230px] w-auto" />
  return (
    <Card id={id} className={cn('scroll-mt-4', isWanted && 'border-accent-line')}>
      <CardHeader
        level="h3"
        title={title}
        description={metrics ? (summary ?? 'Nothing was measured') : <Skeleton className="w-48" />}
      />
      {texts && (
        <Alert
          tone={warning.level}
          title={texts.title}
          className="mx-4 mt-4 mb-3"
          action={
            help && (
              <Button asChild size="sm">
                <Link
                  from="/project/$ref/settings/infrastructure"
                  to="."
                  search={(before) => ({ ...before, help })}
                  hash={id}
                  replace
                  resetScroll={false}
                >
                  What helps
                </Link>
              </Button>
            )
          }
        >
          {texts.text}
        </Alert>
      )}
      {!metrics ? (
        waiting
      ) : summary ? (
        <Suspense fallback={waiting}>
          <MetricChart
            label={`${title}, the last ${range.label}. ${summary}`}
            metric={metric}
            points={pointsOf(metrics, metric)}
            rangeMs={range.ms}
          />
        </Suspense>
      ) : (
        <p className="m-4 flex h-[230px] items-center justify-center text-center text-pretty text-muted">
          A project is measured while it runs. The first values come after some seconds.
        </p>
      )}
    </Card>
  )
}

function summaryOf(metrics: Metrics, metric: MetricName): string | undefined {
  const { average, maximum, limit } = metrics.series[metric] ?? {}
  if (average == null || maximum == null) return undefined
  const of = limit == null || limit === 100 ? '' : ` of ${formatMetric(metric, limit)}`
  return `Average ${formatMetric(metric, average)}, highest ${formatMetric(metric, maximum)}${of}`
}
