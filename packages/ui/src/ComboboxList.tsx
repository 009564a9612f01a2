import { Command } from 'cmdk'
import { Check, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cn } from './cn.ts'
import { menuItemStyles } from './menu-styles.ts'
import { Spinner } from './Spinner.tsx'

/** One choice; `value` is its identity and must be unique. */
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

/** What a combobox and its bare list share. */
export type ComboboxListProps = {
  value: string | undefined
  onChange: (value: string) => void
  options: readonly ComboboxOption[]
  searchPlaceholder?: string | undefined
  emptyText?: string | undefined
  /** While the options are on their way. */
  loading?: boolean | undefined
  /** Adds a last entry that is always there; it gets what was typed. */
  create?: { label: (typed: string) => ReactNode; onCreate: (typed: string) => void } | undefined
  /** With it the caller filters (a search on the server) and the list shows `options` as they are. */
  onSearch?: ((typed: string) => void) | undefined
  'aria-label'?: string | undefined
}

/** The search and the list of a Combobox, for a popover of the caller's own. */
export function ComboboxList({
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
}: ComboboxListProps & { onDone: () => void }) {
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
