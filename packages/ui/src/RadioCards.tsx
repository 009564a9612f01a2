import { RadioGroup as Radix } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { cn } from './cn.ts'
import { useFieldControl, useFieldLabelId } from './field-context.ts'

/** One choice with its sentence. */
export type RadioCard<Value extends string> = {
  value: Value
  label: ReactNode
  description?: ReactNode
  /** Stands at the end of the card: a price, a badge. */
  aside?: ReactNode
  disabledReason?: string | undefined
}

type RadioCardsProps<Value extends string> = {
  value: Value | undefined
  onChange: (value: Value) => void
  options: readonly RadioCard<Value>[]
  columns?: 1 | 2 | 3 | undefined
  'aria-label'?: string | undefined
  disabled?: boolean | undefined
  className?: string | undefined
}

// by the room there is where they stand, which says nothing of the window's: at most so many, each wide
// enough for its words
const grids = {
  1: '',
  2: 'grid-cols-[repeat(auto-fill,minmax(min(100%,max(13rem,50%-0.5rem)),1fr))]',
  3: 'grid-cols-[repeat(auto-fill,minmax(min(100%,max(9rem,33.3%-0.5rem)),1fr))]',
}

/** One choice among a few that each deserve a sentence. */
export function RadioCards<Value extends string>({
  value,
  onChange,
  options,
  columns = 1,
  disabled,
  className,
  ...rest
}: RadioCardsProps<Value>) {
  const id = useId()
  const { disabled: isOff, ...wiring } = useFieldControl({ disabled })
  const labelId = useFieldLabelId()
  return (
    <Radix.Root
      {...wiring}
      {...(rest['aria-label'] ? rest : { 'aria-labelledby': labelId })}
      value={value ?? null}
      disabled={isOff}
      onValueChange={(next) => {
        const option = options.find((each) => each.value === next)
        if (option) onChange(option.value)
      }}
      className={cn('grid gap-2', grids[columns], className)}
    >
      {options.map((option, index) => (
        <Radix.Item
          key={option.value}
          value={option.value}
          disabled={option.disabledReason !== undefined}
          aria-labelledby={`${id}-${index}`}
          aria-describedby={`${id}-${index}-below`}
          className="group flex items-start gap-2.5 rounded-md border border-line-control bg-surface p-3 text-left transition-colors duration-100 not-disabled:hover:border-line-strong not-disabled:hover:bg-hover disabled:cursor-not-allowed disabled:border-dashed disabled:bg-sunken data-[state=checked]:border-accent! data-[state=checked]:bg-accent-soft!"
        >
          <span className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-line-strong bg-surface group-data-[state=checked]:border-accent">
            <Radix.Indicator className="size-2 rounded-full bg-accent" />
          </span>
          <span className="min-w-0 flex-1">
            <span
              id={`${id}-${index}`}
              className="block text-sm font-medium text-fg group-disabled:text-muted"
            >
              {option.label}
            </span>
            <span id={`${id}-${index}-below`} className="block text-xs text-pretty text-muted">
              {option.disabledReason ?? option.description}
            </span>
          </span>
          {option.aside && (
            <span className="shrink-0 pt-0.5 text-xs text-muted">{option.aside}</span>
          )}
        </Radix.Item>
      ))}
    </Radix.Root>
  )
}
