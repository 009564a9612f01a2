import { Progress as Radix } from 'radix-ui'
import type { AriaLabel } from './aria.ts'
import { cn } from './cn.ts'
import { fills, type Tone } from './tone.ts'

type ProgressBarProps = AriaLabel & {
  /** 0 to 100; `undefined` where the length is not known. */
  value?: number | undefined
  tone?: Tone | undefined
  className?: string | undefined
}

/** How far work has come. */
export const ProgressBar = ({ value, tone = 'accent', className, ...label }: ProgressBarProps) => (
  <Radix.Root
    {...label}
    value={value ?? null}
    className={cn('h-1.5 w-full overflow-hidden rounded-full bg-active', className)}
  >
    <Radix.Indicator
      style={value === undefined ? undefined : { width: `${Math.min(100, Math.max(0, value))}%` }}
      className={cn(
        'h-full rounded-full transition-[width] duration-300',
        fills[tone],
        value === undefined && 'w-1/3 animate-indeterminate',
      )}
    />
  </Radix.Root>
)
