import { Check, Minus } from 'lucide-react'
import { Checkbox as Radix } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { cn } from './cn.ts'
import { useFieldControl } from './field-context.ts'

type CheckboxProps = {
  checked: boolean | 'indeterminate'
  onChange: (checked: boolean) => void
  /** Shown right of the box; leave it out inside a Field or with `aria-label`. */
  label?: ReactNode
  description?: ReactNode
  disabled?: boolean | undefined
  /** Disables the box and stands in the description's place. */
  disabledReason?: string | undefined
  required?: boolean | undefined
  name?: string | undefined
  'aria-label'?: string | undefined
  className?: string | undefined
}

/** A yes or no that takes effect with the form around it. */
export function Checkbox({
  checked,
  onChange,
  label,
  description,
  disabled,
  disabledReason,
  required,
  className,
  ...rest
}: CheckboxProps) {
  const id = useId()
  const below = disabledReason ?? description
  const wiring = useFieldControl({
    ...(label !== undefined && { id }),
    disabled: disabled || disabledReason !== undefined || undefined,
    required,
    'aria-describedby': below ? `${id}-below` : undefined,
  })
  const box = (
    <Radix.Root
      {...rest}
      {...wiring}
      checked={checked}
      onCheckedChange={(next) => onChange(next === true)}
      className={cn(
        'flex size-4 shrink-0 items-center justify-center rounded-sm border border-line-strong bg-surface text-on-accent transition-colors duration-100 hover:border-accent disabled:cursor-not-allowed disabled:opacity-55 data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent',
        label === undefined && className,
      )}
    >
      <Radix.Indicator>
        {checked === 'indeterminate' ? (
          <Minus aria-hidden className="size-3" strokeWidth={3} />
        ) : (
          <Check aria-hidden className="size-3" strokeWidth={3} />
        )}
      </Radix.Indicator>
    </Radix.Root>
  )
  if (label === undefined) return box
  return (
    <div className={cn('flex items-start gap-2', className)}>
      <span className="flex h-5 items-center">{box}</span>
      <div className="min-w-0">
        <label htmlFor={wiring.id} className="text-sm text-fg">
          {label}
        </label>
        {below && (
          <p id={`${id}-below`} className="text-xs text-pretty text-muted">
            {below}
          </p>
        )}
      </div>
    </div>
  )
}
