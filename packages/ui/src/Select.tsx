import { Check, ChevronDown } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { controlStyles } from './control-styles.ts'
import { useFieldControl } from './field-context.ts'
import { menuItemStyles, menuStyles } from './menu-styles.ts'
import { styleNonce } from './style-nonce.ts'

/** One choice of a select. */
export type SelectOption<Value extends string> = {
  value: Value
  label: ReactNode
  description?: ReactNode
  icon?: ReactNode
  /** Options with the same group stand together under its name. */
  group?: string | undefined
  disabled?: boolean | undefined
}

type SelectProps<Value extends string> = {
  value: Value | undefined
  onChange: (value: Value) => void
  options: readonly SelectOption<Value>[]
  placeholder?: string | undefined
  size?: 'sm' | 'md' | 'lg' | undefined
  disabled?: boolean | undefined
  required?: boolean | undefined
  id?: string | undefined
  name?: string | undefined
  'aria-label'?: string | undefined
  'aria-labelledby'?: string | undefined
  className?: string | undefined
}

const heights = { sm: 'h-7 px-2 text-xs', md: 'h-8 px-2.5', lg: 'h-10 px-3 text-base' }

/** One choice among a list short enough to read; Combobox searches longer ones. */
export function Select<Value extends string>({
  value,
  onChange,
  options,
  placeholder = 'Select…',
  size = 'md',
  name,
  className,
  ...rest
}: SelectProps<Value>) {
  const wiring = useFieldControl(rest)
  return (
    <Radix.Root
      value={value ?? ''}
      {...(name && { name })}
      onValueChange={(next) => {
        const option = options.find((each) => each.value === next)
        if (option) onChange(option.value)
      }}
    >
      <Radix.Trigger
        {...wiring}
        aria-label={rest['aria-label']}
        aria-labelledby={rest['aria-labelledby']}
        className={cn(
          controlStyles,
          'flex items-center justify-between gap-2 text-left data-[placeholder]:text-subtle [&>span]:truncate',
          heights[size],
          className,
        )}
      >
        <Radix.Value placeholder={placeholder} />
        <Radix.Icon>
          <ChevronDown aria-hidden className="size-3.5 text-muted" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className={cn(
            menuStyles,
            'max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width)',
          )}
        >
          <Radix.Viewport {...nonceProp()}>
            {grouped(options).map(([group, members]) => (
              <Radix.Group key={group ?? ''}>
                {group && (
                  <Radix.Label className="px-2 pt-1.5 pb-1 text-xs text-subtle">
                    {group}
                  </Radix.Label>
                )}
                {members.map((option) => (
                  <SelectItem key={option.value} option={option} />
                ))}
              </Radix.Group>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

// Radix hides the list's scroll bar with a <style> of its own
const nonceProp = () => {
  const nonce = styleNonce()
  return nonce ? { nonce } : {}
}

function SelectItem<Value extends string>({ option }: { option: SelectOption<Value> }) {
  return (
    <Radix.Item
      value={option.value}
      disabled={option.disabled ?? false}
      // named by its first line only, an option would hide the second from who cannot see it
      {...(option.description && { 'aria-labelledby': undefined })}
      className={cn(menuItemStyles, 'pr-7', option.description && 'h-auto py-1.5')}
    >
      {option.icon}
      <span className="min-w-0">
        <Radix.ItemText>{option.label}</Radix.ItemText>
        {option.description && (
          <span className="block text-xs text-pretty text-muted">{option.description}</span>
        )}
      </span>
      <Radix.ItemIndicator className="absolute top-2 right-2">
        <Check aria-hidden className="size-3.5 text-accent-text" />
      </Radix.ItemIndicator>
    </Radix.Item>
  )
}

function grouped<Value extends string>(options: readonly SelectOption<Value>[]) {
  return [...Map.groupBy(options, (option) => option.group)]
}
