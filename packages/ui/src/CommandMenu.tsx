import { Command } from 'cmdk'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { Kbd } from './Kbd.tsx'
import { menuItemStyles } from './menu-styles.ts'
import './style-nonce.ts'
import { useFocusReturn } from './use-focus-return.ts'

type CommandMenuProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Its accessible name. */
  label: string
  /** CommandInput, then CommandList. */
  children: ReactNode
  /** For a caller that filters by itself. */
  shouldFilter?: boolean | undefined
}

/** The palette: a dialog with a search and a list of commands. */
export function CommandMenu({
  open,
  onOpenChange,
  label,
  children,
  shouldFilter = true,
}: CommandMenuProps) {
  const focusReturn = useFocusReturn(open)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade-in bg-scrim" />
        <div className="pointer-events-none fixed inset-0 z-40 flex items-start justify-center p-3 sm:pt-[14vh]">
          <Radix.Content
            {...focusReturn}
            aria-describedby={undefined}
            className="pointer-events-auto w-full max-w-xl animate-pop-in overflow-hidden rounded-xl border border-line-strong bg-raised shadow-lg focus-visible:outline-none"
          >
            <Radix.Title className="sr-only">{label}</Radix.Title>
            <Command label={label} loop shouldFilter={shouldFilter}>
              {children}
            </Command>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The palette's search box. */
export const CommandInput = ({
  placeholder = 'Type a command or search…',
  value,
  onChange,
}: {
  placeholder?: string | undefined
  value?: string | undefined
  onChange?: ((value: string) => void) | undefined
}) => (
  <Command.Input
    placeholder={placeholder}
    {...(value !== undefined && { value })}
    {...(onChange && { onValueChange: onChange })}
    className="h-11 w-full border-b border-line bg-transparent px-4 text-base text-fg outline-none"
  />
)

/** The palette's list; `empty` is said when nothing matches. */
export const CommandList = ({
  children,
  empty = 'No results',
}: {
  children: ReactNode
  empty?: ReactNode
}) => (
  <Command.List className="max-h-[min(24rem,60vh)] scroll-py-1.5 overflow-y-auto p-1.5">
    <Command.Empty className="px-3 py-6 text-center text-sm text-muted">{empty}</Command.Empty>
    {children}
  </Command.List>
)

/** Commands of one kind under a heading. */
export const CommandGroup = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <Command.Group
    heading={heading}
    className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-subtle"
  >
    {children}
  </Command.Group>
)

/** One command. `value` must be unique; what is searched is it, the text in `keywords`, or both. */
export const CommandItem = ({
  value,
  keywords,
  icon,
  shortcut,
  onSelect,
  disabled = false,
  children,
}: {
  value: string
  keywords?: string[] | undefined
  icon?: ReactNode
  shortcut?: string | undefined
  onSelect: () => void
  disabled?: boolean | undefined
  children: ReactNode
}) => (
  <Command.Item
    value={value}
    {...(keywords && { keywords })}
    disabled={disabled}
    onSelect={onSelect}
    className={cn(menuItemStyles, 'min-h-9 px-2.5')}
  >
    {icon}
    <span className="min-w-0 flex-1 truncate">{children}</span>
    {shortcut && <Kbd>{shortcut}</Kbd>}
  </Command.Item>
)
