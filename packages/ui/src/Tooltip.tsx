import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** Wraps the app once, so that moving from one tooltip to the next shows the second without delay. */
export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={350} skipDelayDuration={200}>
    {children}
  </Radix.Provider>
)

type TooltipProps = {
  content: ReactNode
  /** One focusable element. */
  children: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  align?: 'start' | 'center' | 'end' | undefined
  delayMs?: number | undefined
}

/** A few words about a control, on hover and on keyboard focus. Never the only home of something needed. */
export const Tooltip = ({ content, children, side = 'top', align, delayMs }: TooltipProps) => (
  <Radix.Root {...(delayMs !== undefined && { delayDuration: delayMs })}>
    <Radix.Trigger asChild>{children}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        side={side}
        {...(align && { align })}
        sideOffset={6}
        collisionPadding={8}
        className="z-50 max-w-72 animate-fade-in rounded-md border border-line-strong bg-raised px-2 py-1 text-xs text-pretty text-fg shadow-md"
      >
        {content}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
