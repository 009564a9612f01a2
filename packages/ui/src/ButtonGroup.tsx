import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** Joins neighbouring secondary buttons into one control with shared borders. */
export const ButtonGroup = ({
  className,
  ...rest
}: ComponentProps<'div'> & { 'aria-label': string }) => (
  <div
    {...rest}
    role="group"
    className={cn(
      'inline-flex [&>*:focus-visible]:z-1 [&>*:not(:first-child)]:-ml-px [&>*:not(:first-child)]:rounded-l-none [&>*:not(:last-child)]:rounded-r-none',
      className,
    )}
  />
)
