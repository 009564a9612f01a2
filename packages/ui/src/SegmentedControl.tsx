import { ToggleGroup as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import type { AriaLabel } from './aria.ts'
import { cn } from './cn.ts'
import { Tooltip } from './Tooltip.tsx'

/** One way to see the thing. */
export type Segment<Value extends string> = {
  value: Value
  label: string
  icon?: ReactNode
}

type SegmentedControlProps<Value extends string> = AriaLabel & {
  value: Value
  onChange: (value: Value) => void
  options: readonly Segment<Value>[]
  /** Icons only; the labels become names and tooltips. */
  iconOnly?: boolean | undefined
  size?: 'sm' | 'md' | undefined
  className?: string | undefined
}

/** One of a few ways to see the same thing. */
export const SegmentedControl = <Value extends string>({
  value,
  onChange,
  options,
  iconOnly = false,
  size = 'md',
  className,
  ...label
}: SegmentedControlProps<Value>) => (
  <Radix.Root
    {...label}
    type="single"
    value={value}
    onValueChange={(next) => {
      // pressing the current segment would clear a toggle group; here one is always chosen
      const option = options.find((each) => each.value === next)
      if (option) onChange(option.value)
    }}
    className={cn(
      'inline-flex shrink-0 items-center gap-0.5 rounded-md border border-line bg-sunken p-0.5',
      size === 'sm' ? 'h-7' : 'h-8',
      className,
    )}
  >
    {options.map((option) => {
      const item = (
        <Radix.Item
          key={option.value}
          value={option.value}
          aria-label={iconOnly ? option.label : undefined}
          // styled by aria-checked: a tooltip around the item writes its own data-state over it
          className="inline-flex h-full items-center gap-1.5 rounded-sm px-2 text-xs font-medium whitespace-nowrap text-muted transition-colors duration-100 hover:text-fg aria-checked:bg-surface aria-checked:text-fg aria-checked:shadow-sm dark:aria-checked:bg-active [&_svg]:size-3.5"
        >
          {option.icon}
          {!iconOnly && option.label}
        </Radix.Item>
      )
      return iconOnly ? (
        <Tooltip key={option.value} content={option.label}>
          {item}
        </Tooltip>
      ) : (
        item
      )
    })}
  </Radix.Root>
)
