import { type ReactNode, useId } from 'react'
import { cn } from './cn.ts'
import { fills, type Tone } from './tone.ts'

type MeterProps = {
  label: ReactNode
  /** In the same unit as `max`. */
  value: number
  max: number
  /** The amount in words, `3.1 of 8 GB`. */
  text: string
  /** From this share of `max` on it warns, and from the second it alarms. */
  thresholds?: readonly [warning: number, danger: number] | undefined
  hideLabel?: boolean | undefined
  className?: string | undefined
}

const toneOf = (share: number, [warning, danger]: readonly [number, number]): Tone =>
  share >= danger ? 'danger' : share >= warning ? 'warning' : 'accent'

/** How much of something is used. */
export function Meter({
  label,
  value,
  max,
  text,
  thresholds = [0.8, 0.95],
  hideLabel = false,
  className,
}: MeterProps) {
  const id = useId()
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      <div
        className={cn('flex items-baseline justify-between gap-2 text-xs', hideLabel && 'sr-only')}
      >
        <span id={id} className="truncate text-muted">
          {label}
        </span>
        <span className="shrink-0 text-fg">{text}</span>
      </div>
      <div
        role="meter"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(value, max)}
        aria-valuetext={text}
        className="h-1.5 w-full overflow-hidden rounded-full bg-active"
      >
        <div
          style={{ width: `${share * 100}%` }}
          className={cn(
            'h-full rounded-full transition-[width] duration-300',
            fills[toneOf(share, thresholds)],
          )}
        />
      </div>
    </div>
  )
}
