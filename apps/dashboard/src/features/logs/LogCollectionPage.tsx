import { LOG_COLLECTIONS, type LogCollection, type LogRow, type Project } from '@plinth/contract'
import { Alert, Button, ErrorState, SkeletonLines } from '@plinth/ui'
import { Pause, Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { messageOf } from '#app/api/errors.ts'
import { count } from '#app/lib/count.ts'
import { TimeRangePicker } from '#app/lib/TimeRangePicker.tsx'
import { momentsOf, rangeFrom, rangeParams, type TimeRange } from '#app/lib/time-range.ts'
import { COPY } from './collections.ts'
import { isNarrowed, type LogSearch, narrowing, STANDARD_RANGE } from './filters.ts'
import { LogFilters } from './LogFilters.tsx'
import { LogHistogram } from './LogHistogram.tsx'
import { LogList } from './LogList.tsx'
import { LogRowSheet } from './LogRowSheet.tsx'
import { NoRows } from './NoRows.tsx'
import { useLogRows } from './use-log-rows.ts'

type LogCollectionPageProps = {
  project: Project
  collection: LogCollection
  search: LogSearch
  /** Narrows it to one function, on that function's own page. */
  onlyFunction?: string | undefined
  keptDays: number
  /** Takes over what changed; what is undefined goes. */
  onSearch: (patch: LogSearch) => void
}

/** One collection: what happened, as it happens. */
export function LogCollectionPage(props: LogCollectionPageProps) {
  const { project, collection, search, onlyFunction, keptDays, onSearch } = props
  const range = rangeFrom(search, STANDARD_RANGE)
  const endsNow = 'preset' in range
  const [isPaused, setPaused] = useState(false)
  const isLive = endsNow && !isPaused
  const [open, setOpen] = useState<LogRow>()
  // a range that ends now begins where it was chosen; what comes later is added to it
  const rangeKey = JSON.stringify(range)
  const [fixed, setFixed] = useState({ key: rangeKey, moments: momentsOf(range) })
  if (fixed.key !== rangeKey) setFixed({ key: rangeKey, moments: momentsOf(range) })

  const narrowed = { ...narrowing(search), ...(onlyFunction && { function: onlyFunction }) }
  const { start, end } = fixed.moments
  const list = useLogRows({
    ref: project.ref,
    collection,
    start,
    end: endsNow ? undefined : end,
    narrowed,
    isLive,
  })
  const setRange = (next: TimeRange) => onSearch(rangeParams(next, STANDARD_RANGE))
  const clear = () =>
    onSearch({ search: '', level: '', method: '', status: '', severity: '', function: '' })

  return (
    <div className="flex h-full min-h-[40rem] flex-col">
      <header className="flex flex-col gap-3 border-b border-line px-4 py-3">
        {onlyFunction === undefined && (
          <div>
            <h1 className="text-lg font-semibold">{LOG_COLLECTIONS[collection].label}</h1>
            <p className="text-sm text-muted">{COPY[collection].about}</p>
          </div>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <LogFilters
            key={`${collection} ${isNarrowed(search)}`}
            collection={collection}
            search={search}
            seenFunctions={onlyFunction === undefined ? functionsOf(list.rows) : undefined}
            onChange={onSearch}
          />
          <div className="flex min-w-0 flex-wrap gap-2 sm:ml-auto">
            <TimeRangePicker value={range} onChange={setRange} keptDays={keptDays} />
            <Button
              aria-pressed={isLive}
              icon={isLive ? <Pause aria-hidden /> : <Play aria-hidden />}
              disabledReason={
                endsNow ? undefined : 'This range has ended: choose one that ends now'
              }
              onClick={() => setPaused(!isPaused)}
            >
              {isLive ? 'Pause' : 'Follow'}
            </Button>
          </div>
        </div>
      </header>
      <div className="shrink-0 border-b border-line px-2 py-1">
        <LogHistogram
          projectRef={project.ref}
          collection={collection}
          range={range}
          narrowed={narrowed}
          isLive={isLive}
          onZoom={setRange}
        />
      </div>
      <Notes lostRows={list.lostRows} tailError={list.tailError} />
      <Body>
        {list.isPending ? (
          <SkeletonLines lines={10} label="Loading the logs" className="p-4" />
        ) : list.error && list.rows.length === 0 ? (
          <ErrorState
            title="The logs could not be loaded"
            message={messageOf(list.error)}
            onRetry={list.retry}
            retrying={list.isRetrying}
          />
        ) : list.rows.length === 0 ? (
          <NoRows
            project={project}
            collection={collection}
            isNarrowed={isNarrowed(search)}
            onClear={clear}
          />
        ) : (
          <LogList
            label={`${LOG_COLLECTIONS[collection].label} logs`}
            rows={list.rows}
            openId={open?.id}
            onOpen={setOpen}
            hasOlder={list.hasOlder}
            isLoadingOlder={list.isLoadingOlder}
            onOlder={list.loadOlder}
          />
        )}
      </Body>
      <LogRowSheet collection={collection} row={open} onClose={() => setOpen(undefined)} />
    </div>
  )
}

const Body = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-0 flex-1 flex-col">{children}</div>
)

const functionsOf = (rows: readonly LogRow[]): readonly string[] => [
  ...new Set(
    rows.flatMap((row) => (typeof row['function_slug'] === 'string' ? [row['function_slug']] : [])),
  ),
]

/** What would otherwise look like silence. */
const Notes = ({ lostRows, tailError }: { lostRows: number; tailError: Error | null }) => (
  <>
    {lostRows > 0 && (
      <Alert tone="warning" className="m-3">
        {count(lostRows, 'row')} of this time {lostRows === 1 ? 'was' : 'were'} not kept: they came
        faster than they could be written.
      </Alert>
    )}
    {tailError && (
      <Alert tone="warning" className="m-3">
        New rows are not coming in right now: {messageOf(tailError)}
      </Alert>
    )}
  </>
)
