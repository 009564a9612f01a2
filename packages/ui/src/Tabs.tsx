import { Tabs as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'

/** The state of a set of tabs; hold `value` in the URL where a tab is worth a link. */
export const Tabs = ({ className, ...rest }: ComponentProps<typeof Radix.Root>) => (
  <Radix.Root {...rest} className={cn('flex min-w-0 flex-col gap-4', className)} />
)

/** The row of tabs; it scrolls sideways where there is no room. */
export const TabsList = ({
  className,
  children,
  ...rest
}: ComponentProps<typeof Radix.List> & { children: ReactNode }) => (
  <div className={cn('overflow-x-auto border-b border-line', className)}>
    <Radix.List {...rest} className="flex min-w-max gap-4">
      {children}
    </Radix.List>
  </div>
)

/** What a tab looks like, for the router's links that behave as tabs (`data-active` marks the current). */
export const tabStyles =
  'relative flex h-9 items-center gap-1.5 border-b-2 border-transparent px-0.5 text-sm whitespace-nowrap text-muted transition-colors duration-100 hover:text-fg focus-visible:-outline-offset-2 aria-disabled:opacity-50 aria-[current=page]:border-accent aria-[current=page]:text-fg data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-fg [&_svg]:size-4'

/** One tab. */
export const Tab = ({ className, ...rest }: ComponentProps<typeof Radix.Trigger>) => (
  <Radix.Trigger {...rest} className={cn(tabStyles, className)} />
)

/** What the tab of the same value shows. */
export const TabPanel = ({ className, ...rest }: ComponentProps<typeof Radix.Content>) => (
  <Radix.Content {...rest} className={cn('min-w-0 rounded-md', className)} />
)
