import { Lock } from 'lucide-react'
import { type ReactNode, useId, useMemo } from 'react'
import { cn } from './cn.ts'
import { FieldContext } from './field-context.ts'
import { FieldError } from './FieldError.tsx'
import { Label } from './Label.tsx'

type FieldProps = {
  label: ReactNode
  /** One control of this package; it takes its id and its ARIA attributes from the field. */
  children: ReactNode
  hint?: ReactNode
  error?: ReactNode
  required?: boolean | undefined
  /** Says in a word that the value may stay empty. */
  optional?: boolean | undefined
  /** Disables the control and stands in the hint's place. */
  disabledReason?: string | undefined
  /** `row` puts the label left of the control where a panel is wide enough, as on settings pages. */
  layout?: 'stack' | 'row' | undefined
  hideLabel?: boolean | undefined
  className?: string | undefined
}

/** Label, control, hint and error as one thing, wired for assistive technology. */
export function Field({
  label,
  children,
  hint,
  error,
  required = false,
  optional = false,
  disabledReason,
  layout = 'stack',
  hideLabel = false,
  className,
}: FieldProps) {
  const id = useId()
  const below = disabledReason ?? hint
  const wiring = useMemo(
    () => ({
      controlId: `${id}-control`,
      labelId: `${id}-label`,
      describedBy:
        [below && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
      isInvalid: Boolean(error),
      isRequired: required,
      isDisabled: disabledReason !== undefined,
    }),
    [id, below, error, required, disabledReason],
  )
  const isRow = layout === 'row'
  return (
    <FieldContext value={wiring}>
      <div
        className={cn(
          'flex min-w-0 flex-col gap-1.5',
          isRow && '@md:grid @md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] @md:gap-6',
          className,
        )}
      >
        <div
          className={cn(
            'flex items-baseline gap-1.5',
            hideLabel && 'sr-only',
            isRow && '@md:pt-1.5',
          )}
        >
          <Label id={wiring.labelId} htmlFor={wiring.controlId}>
            {label}
          </Label>
          {required && (
            <span aria-hidden className="text-danger-text">
              *
            </span>
          )}
          {optional && <span className="text-xs text-subtle">Optional</span>}
        </div>
        <div className="flex min-w-0 flex-col gap-1.5">
          {children}
          {below && (
            <p
              id={`${id}-hint`}
              className="flex items-start gap-1.5 text-xs text-pretty text-muted"
            >
              {disabledReason && <Lock aria-hidden className="mt-0.5 size-3 shrink-0" />}
              <span>{below}</span>
            </p>
          )}
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      </div>
    </FieldContext>
  )
}
