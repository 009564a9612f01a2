import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import type { AriaLabel } from './aria.ts'
import { cn } from './cn.ts'

type PopoverProps = AriaLabel & {
  /** One focusable element. */
  trigger: ReactNode
  children: ReactNode
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  align?: 'start' | 'center' | 'end' | undefined
  className?: string | undefined
}

/** A small panel at a control; unlike a dialog the page stays usable. */
export const Popover = ({
  trigger,
  children,
  open,
  onOpenChange,
  side = 'bottom',
  align = 'start',
  className,
  ...label
}: PopoverProps) => (
  <Radix.Root {...(open !== undefined && { open })} {...(onOpenChange && { onOpenChange })}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        {...label}
        side={side}
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className={cn(
          'z-50 max-h-(--radix-popover-content-available-height) w-72 max-w-[calc(100vw-16px)] animate-pop-in overflow-y-auto rounded-lg border border-line-strong bg-raised p-3 text-sm text-fg shadow-md focus-visible:outline-none',
          className,
        )}
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)

/** Closes the popover around it: wrap the button with `asChild`. */
export const PopoverClose = Radix.Close
