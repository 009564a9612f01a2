import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'
import { type Tone, washes } from './tone.ts'

type BadgeProps = ComponentProps<'span'> & { tone?: Tone | undefined; icon?: ReactNode }

/** A word about a thing: its plan, its role, its state. */
export const Badge = ({ tone = 'neutral', icon, className, children, ...rest }: BadgeProps) => (
  <span
    {...rest}
    className={cn(
      'inline-flex h-5 shrink-0 items-center gap-1 rounded-full border px-2 text-xs font-medium whitespace-nowrap [&_svg]:size-3',
      washes[tone],
      className,
    )}
  >
    {icon}
    {children}
  </span>
)
