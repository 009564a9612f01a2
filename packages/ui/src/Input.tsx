import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'
import { controlStyles } from './control-styles.ts'
import { useFieldControl } from './field-context.ts'

/** An input of the page, with room for what stands around the value. */
export type InputProps = Omit<ComponentProps<'input'>, 'size' | 'prefix'> & {
  size?: 'sm' | 'md' | 'lg' | undefined
  /** Set in the monospace face, for identifiers and code. */
  mono?: boolean | undefined
  /** A fixed part before the value (`https://`) or an icon. */
  prefix?: ReactNode
  /** A unit after the value, or a small button. */
  suffix?: ReactNode
}

const heights = { sm: 'h-7 px-2 text-xs', md: 'h-8 px-2.5', lg: 'h-10 px-3 text-base' }

/** A single line of text. */
export function Input({ size = 'md', mono, prefix, suffix, className, ...rest }: InputProps) {
  const input = (
    <input
      {...rest}
      {...useFieldControl(rest)}
      className={cn(
        controlStyles,
        heights[size],
        mono && 'font-mono',
        prefix && 'rounded-l-none',
        suffix && 'rounded-r-none',
        className,
      )}
    />
  )
  if (!prefix && !suffix) return input
  return (
    <div className="flex w-full min-w-0 items-stretch">
      {prefix && <Affix className="rounded-l-md border-r-0">{prefix}</Affix>}
      {input}
      {suffix && <Affix className="rounded-r-md border-l-0">{suffix}</Affix>}
    </div>
  )
}

const Affix = ({ className, children }: { className: string; children: ReactNode }) => (
  <span
    className={cn(
      'flex shrink-0 items-center border border-line-control bg-sunken px-2.5 text-sm whitespace-nowrap text-muted',
      className,
    )}
  >
    {children}
  </span>
)
