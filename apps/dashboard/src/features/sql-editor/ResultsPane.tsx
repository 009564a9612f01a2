import { Button, cn } from '@plinth/ui'
import { memo } from 'react'
import { duration } from '#app/lib/time.ts'
import { AnswerTabs } from './AnswerTabs.tsx'
import type { ErrorPlace } from './error-place.ts'
import { announcement } from './result-views.ts'
import { RunningStrip } from './RunningStrip.tsx'
import { type RunState, shownAnswer } from './run-state.ts'
import { StartPane } from './StartPane.tsx'

export type ResultsPaneProps = {
  run: RunState
  place: ErrorPlace | undefined
  name: string | null
  isEmpty: boolean
  isReadOnly: boolean
  onInsert: (sql: string) => void
  onRun: () => void
}

// what is typed above changes nothing here, and a large table must not render at every key
export const ResultsPane = memo(function ResultsPane(props: ResultsPaneProps) {
  const { run, onRun } = props
  const isRunning = run.kind === 'running'
  const answer = shownAnswer(run)
  return (
    <section aria-label="Results" className="flex h-full min-h-0 flex-col bg-surface">
      {isRunning && <RunningStrip startedMs={run.sent.startedMs} />}
      {answer && (
        <div
          inert={isRunning}
          className={cn(
            'flex min-h-0 flex-1 flex-col transition-opacity',
            // only what takes a while is worth dimming for
            isRunning && 'opacity-50 delay-300',
          )}
        >
          {/* a new answer starts on its own first tab */}
          <AnswerTabs
            key={answer.sent.runId}
            run={answer}
            place={props.place}
            name={props.name}
            isReadOnly={props.isReadOnly}
          />
        </div>
      )}
      <p role="status" className="sr-only">
        {run.kind === 'answered' && announcement(run.result)}
      </p>
      {run.kind === 'idle' && <StartPane isEmpty={props.isEmpty} onInsert={props.onInsert} />}
      {run.kind === 'cancelled' && (
        <Outcome title={`Cancelled after ${duration(run.elapsedMs)}`} onRun={onRun}>
          The database was told to stop the query. What it had not committed is undone.
        </Outcome>
      )}
      {run.kind === 'failed' && (
        <Outcome title={run.failure.title} isError onRun={onRun}>
          {run.failure.message}
        </Outcome>
      )}
    </section>
  )
})

type OutcomeProps = { title: string; children: string; isError?: boolean; onRun: () => void }

const Outcome = ({ title, children, isError = false, onRun }: OutcomeProps) => (
  <div className="overflow-auto p-4">
    <div role={isError ? 'alert' : 'status'}>
      <p className={cn('text-sm font-medium', isError && 'text-danger-text')}>{title}</p>
      <p className="mt-1 max-w-2xl text-sm text-pretty text-muted">{children}</p>
    </div>
    <Button size="sm" className="mt-3" onClick={onRun}>
      Run again
    </Button>
  </div>
)
