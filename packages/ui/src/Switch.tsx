import { Switch as Radix } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { cn } from './cn.ts'
import { useFieldControl } from './field-context.ts'
import { Tooltip } from './Tooltip.tsx'

type SwitchProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  /** Shown left of the switch, which then stands at the end of the row; leave it out inside a Field. */
  label?: ReactNode
  description?: ReactNode
  disabled?: boolean | undefined
  /** Why it cannot be switched now; it stays focusable. */
  disabledReason?: string | undefined
  'aria-label'?: string | undefined
  className?: string | undefined
}

/** A setting that is on or off. */
export function Switch({
  checked,
  onChange,
  label,
  description,
  disabled,
  disabledReason,
  className,
  ...rest
}: SwitchProps) {
  const id = useId()
  const wiring = useFieldControl({
    ...(label !== undefined && { id }),
    disabled,
    'aria-describedby': description ? `${id}-below` : undefined,
  })
  const isOff = disabledReason !== undefined
  const control = (
    <Radix.Root
      {...rest}
      {...wiring}
      checked={checked}
      aria-disabled={isOff || undefined}
      onCheckedChange={(next) => {
        if (!isOff) onChange(next)
      }}
      className={cn(
        'inline-flex h-4.5 w-8 shrink-0 items-center rounded-full border border-transparent bg-line-strong p-px transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 data-[state=checked]:bg-accent',
        label === undefined && className,
      )}
    >
      <Radix.Thumb className="block size-3.5 rounded-full bg-surface shadow-sm transition-transform duration-150 data-[state=checked]:translate-x-3.5" />
    </Radix.Root>
  )
  const explained = isOff ? (
    <Tooltip content={disabledReason} delayMs={100}>
      {control}
    </Tooltip>
  ) : (
    control
  )
  if (label === undefined) return explained
  return (
    <div className={cn('flex items-start justify-between gap-4', className)}>
      <div className="min-w-0">
        <label htmlFor={wiring.id} className="text-sm font-medium text-fg">
          {label}
        </label>
        {description && (
          <p id={`${id}-below`} className="text-xs text-pretty text-muted">
            {description}
          </p>
        )}
      </div>
      <span className="flex h-5 items-center">{explained}</span>
    </div>
  )
}
