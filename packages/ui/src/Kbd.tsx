import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** A key, as printed on a keyboard. */
export const Kbd = ({ className, ...rest }: ComponentProps<'kbd'>) => (
  <kbd
    {...rest}
    className={cn(
      'inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm border border-line bg-sunken px-1 font-sans text-[0.6875rem] leading-none text-muted',
      className,
    )}
  />
)
