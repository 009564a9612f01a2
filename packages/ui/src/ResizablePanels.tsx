import type { ComponentProps } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'
import type { AriaLabel } from './aria.ts'
import { cn } from './cn.ts'

/** Panels beside (or with `orientation="vertical"` below) each other that share the room; sizes are `"30%"`. */
export const ResizableGroup = ({ className, ...rest }: ComponentProps<typeof Group>) => (
  <Group {...rest} className={cn('min-h-0 min-w-0', className)} />
)

/** One of them. */
export const ResizablePanel = ({ className, ...rest }: ComponentProps<typeof Panel>) => (
  <Panel {...rest} className={cn('flex min-h-0 min-w-0 flex-col', className)} />
)

/** The line between two, moved by pointer or arrow keys. */
export const ResizableHandle = ({
  className,
  ...rest
}: Omit<ComponentProps<typeof Separator>, 'aria-label' | 'aria-labelledby'> & AriaLabel) => (
  <Separator
    {...rest}
    className={cn(
      'relative bg-line transition-colors duration-100 data-[separator=active]:bg-accent data-[separator=hover]:bg-line-strong aria-[orientation=horizontal]:h-px aria-[orientation=vertical]:w-px',
      className,
    )}
  />
)
