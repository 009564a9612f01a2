import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { fills, type Tone } from './tone.ts'

/** A coloured dot with the word it stands for; `busy` makes it pulse. Without children, `label` is spoken. */
export const StatusDot = ({
  tone = 'neutral',
  busy = false,
  label,
  children,
  className,
}: {
  tone?: Tone | undefined
  busy?: boolean | undefined
  label?: string | undefined
  children?: ReactNode
  className?: string | undefined
}) => (
  <span className={cn('inline-flex items-center gap-2 text-sm text-fg', className)}>
    <span className="relative flex size-2 shrink-0">
      {busy && (
        <span
          className={cn('absolute inset-0 animate-ping rounded-full opacity-60', fills[tone])}
        />
      )}
      <span className={cn('relative size-2 rounded-full', fills[tone])} />
    </span>
    {children ?? (label && <span className="sr-only">{label}</span>)}
  </span>
)
