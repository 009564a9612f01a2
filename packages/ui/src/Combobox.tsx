import { Command } from 'cmdk'
import { Check, ChevronsUpDown, Plus } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ReactNode, useId, useState } from 'react'
import { cn } from './cn.ts'
import { controlStyles } from './control-styles.ts'
import { useFieldControl } from './field-context.ts'
import { menuItemStyles, menuStyles } from './menu-styles.ts'
import { Spinner } from './Spinner.tsx'

export type ComboboxOption = {
  value: string
  /** What is searched and, unless `render` is given, shown. */
  label: string
  render?: ReactNode
  description?: ReactNode
  icon?: ReactNode
  group?: string | undefined
  disabled?: boolean | undefined
  keywords?: string[] | undefined
}

export type ComboboxProps = {
  value: string | undefined
  onChange: (value: string) => void
  options: readonly ComboboxOption[]
  placeholder?: string | undefined
  searchPlaceholder?: string | undefined
  emptyText?: string | undefined
  /** While the options are on their way. */
  loading?: boolean | undefined
  /** Adds a last entry that is always there; it gets what was typed. */
  create?: { label: (typed: string) => ReactNode; onCreate: (typed: string) => void } | undefined
  /** The first time it opens, and each time after: where options are loaded. */
  onOpenChange?: ((open: boolean) => void) | undefined
  /** With it the caller filters (a search on the server) and the list shows `options` as they are. */
  onSearch?: ((typed: string) => void) | undefined
  /** Replaces the trigger: one focusable element, a button. */
  trigger?: ReactNode
  size?: 'sm' | 'md' | 'lg' | undefined
  disabled?: boolean | undefined
  required?: boolean | undefined
  id?: string | undefined
  'aria-label'?: string | undefined
  className?: string | undefined
}

const heights = { sm: 'h-7 px-2 text-xs', md: 'h-8 px-2.5', lg: 'h-10 px-3 text-base' }

/** One choice among many, found by typing. */
export function Combobox(props: ComboboxProps) {
  const { value, options, placeholder = 'Select…', size = 'md', trigger, className } = props
  const [isOpen, setOpen] = useState(false)
  const popupId = useId()
  const { 'aria-required': _, ...wiring } = useFieldControl(props)
  const current = options.find((option) => option.value === value)
  const toggle = (open: boolean) => {
    setOpen(open)
    props.onOpenChange?.(open)
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={toggle}>
      <Popover.Trigger asChild>
        {trigger ?? (
          <button
            type="button"
            {...wiring}
            role="combobox"
            aria-expanded={isOpen}
            aria-haspopup="dialog"
            aria-controls={popupId}
            aria-label={props['aria-label']}
            className={cn(
              controlStyles,
              'flex items-center justify-between gap-2 text-left',
              heights[size],
              !current && 'text-subtle',
              className,
            )}
          >
            <span className="flex min-w-0 items-center gap-2 truncate [&_svg]:size-4">
              {current?.icon}
              <span className="truncate">
                {current ? (current.render ?? current.label) : value || placeholder}
              </span>
            </span>
            <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-muted" />
          </button>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className={cn(
            menuStyles,
            'w-(--radix-popover-trigger-width) min-w-60 overflow-hidden p-0',
          )}
        >
          <div id={popupId}>
            <ComboboxList {...props} onDone={() => toggle(false)} />
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function ComboboxList({
  value,
  onChange,
  options,
  searchPlaceholder = 'Search…',
  emptyText = 'Nothing found',
  loading = false,
  create,
  onSearch,
  onDone,
  ...rest
}: ComboboxProps & { onDone: () => void }) {
  const [typed, setTyped] = useState('')
  const groups = [...Map.groupBy(options, (option) => option.group)]
  return (
    <Command shouldFilter={!onSearch} label={rest['aria-label'] ?? searchPlaceholder} loop>
      <Command.Input
        value={typed}
        onValueChange={(next) => {
          setTyped(next)
          onSearch?.(next)
        }}
        placeholder={searchPlaceholder}
        className="h-9 w-full border-b border-line bg-transparent px-3 text-sm outline-none"
      />
      <Command.List className="max-h-[min(18rem,calc(var(--radix-popover-content-available-height)-3rem))] scroll-py-1 overflow-y-auto p-1">
        {loading ? (
          <div className="flex items-center gap-2 px-2 py-3 text-muted">
            <Spinner label="Loading" /> Loading…
          </div>
        ) : (
          <Command.Empty className="px-2 py-3 text-center text-muted">{emptyText}</Command.Empty>
        )}
        {groups.map(([group, members]) => (
          <Command.Group
            key={group ?? ''}
            heading={group}
            className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-1.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-subtle"
          >
            {members.map((option) => (
              <Command.Item
                key={option.value}
                value={option.value}
                keywords={[option.label, ...(option.keywords ?? [])]}
                disabled={option.disabled ?? false}
                onSelect={() => {
                  onChange(option.value)
                  onDone()
                }}
                className={cn(menuItemStyles, 'pr-7')}
              >
                {option.icon}
                <span className="min-w-0 flex-1">
                  <span className="block truncate">{option.render ?? option.label}</span>
                  {option.description && (
                    <span className="block text-xs text-pretty text-muted">
                      {option.description}
                    </span>
                  )}
                </span>
                {option.value === value && (
                  <Check aria-hidden className="absolute right-2 text-accent-text!" />
                )}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
        {create && (
          // inside the list, because cmdk's arrow keys only walk what stands in it
          <Command.Group forceMount className="-mx-1 mt-1 -mb-1 border-t border-line p-1">
            <Command.Item
              forceMount
              value={`create:${typed}`}
              onSelect={() => {
                create.onCreate(typed.trim())
                onDone()
              }}
              className={menuItemStyles}
            >
              <Plus aria-hidden />
              <span className="truncate">{create.label(typed.trim())}</span>
            </Command.Item>
          </Command.Group>
        )}
      </Command.List>
    </Command>
  )
}
