import { Check, Circle, LoaderCircle, Minus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

/** Where a step stands. */
export type StepState = 'pending' | 'running' | 'done' | 'failed' | 'undone'

/** One step of an operation. */
export type Step = {
  id: string
  label: ReactNode
  state: StepState
  /** How long it took or has been running, in words. */
  time?: string | undefined
  /** A line below: progress while running, the error once failed. */
  detail?: ReactNode
}

const looks = {
  pending: { icon: Circle, className: 'text-line-strong', word: 'Waiting' },
  running: { icon: LoaderCircle, className: 'animate-spin text-accent-text', word: 'Running' },
  done: { icon: Check, className: 'text-success-text', word: 'Done' },
  failed: { icon: X, className: 'text-danger-text', word: 'Failed' },
  undone: { icon: Minus, className: 'text-subtle', word: 'Taken back' },
} as const satisfies Record<StepState, { icon: unknown; className: string; word: string }>

/** The steps of one operation, as they happen. */
export const StepList = ({
  steps,
  className,
  ...rest
}: {
  steps: readonly Step[]
  'aria-label': string
  className?: string | undefined
}) => (
  <ol {...rest} aria-live="polite" className={cn('flex flex-col text-left', className)}>
    {steps.map((step) => (
      <StepRow key={step.id} step={step} />
    ))}
  </ol>
)

function StepRow({ step }: { step: Step }) {
  const { icon: Icon, className, word } = looks[step.state]
  const isQuiet = step.state === 'pending' || step.state === 'undone'
  return (
    <li
      aria-current={step.state === 'running' ? 'step' : undefined}
      className="group relative flex gap-2.5 pb-3 last:pb-0"
    >
      {/* the thread from one step to the next */}
      <span
        aria-hidden
        className="absolute top-5.5 bottom-0.5 left-[7.5px] w-px bg-line group-last:hidden"
      />
      <span className="flex h-5 shrink-0 items-center">
        <Icon aria-hidden className={cn('size-4', className)} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-3">
          <span
            className={cn(
              'text-sm',
              isQuiet ? 'text-muted' : 'text-fg',
              step.state === 'running' && 'font-medium',
            )}
          >
            {step.label}
            <span className="sr-only">: {word}</span>
          </span>
          {step.time && (
            // a reader is told what happens, not each second
            <span aria-live="off" className="shrink-0 text-xs text-muted">
              {step.time}
            </span>
          )}
        </div>
        {step.detail && (
          <div
            aria-live={step.state === 'running' ? 'off' : undefined}
            className={cn(
              'text-xs break-words',
              step.state === 'failed' ? 'text-danger-text' : 'text-muted',
            )}
          >
            {step.detail}
          </div>
        )}
      </div>
    </li>
  )
}
