/** The panel of a menu, a select, a combobox. */
export const menuStyles =
  'z-50 max-w-[min(24rem,calc(100vw-16px))] min-w-40 animate-pop-in overflow-x-hidden overflow-y-auto rounded-lg border border-line-strong bg-raised p-1 text-sm text-fg shadow-md focus-visible:outline-none'

/** One line in it. Radix marks the current one with data-highlighted, cmdk with data-selected. */
export const menuItemStyles =
  'relative flex min-h-7 cursor-default items-center gap-2 rounded-sm px-2 py-1 text-sm text-fg outline-none select-none aria-disabled:cursor-not-allowed aria-disabled:text-subtle data-[highlighted]:bg-fg/[0.07] data-[selected=true]:bg-fg/[0.07] data-[state=open]:bg-fg/[0.07] [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted'
