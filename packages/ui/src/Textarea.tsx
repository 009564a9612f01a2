import { type ComponentProps, useId, useState } from 'react'
import { cn } from './cn.ts'
import { controlStyles } from './control-styles.ts'
import { useFieldControl } from './field-context.ts'

type TextareaProps = ComponentProps<'textarea'> & { mono?: boolean | undefined }

/** Several lines of text; with `maxLength` it counts what has been typed. */
export function Textarea({ mono, rows = 4, className, onChange, ...rest }: TextareaProps) {
  const counterId = useId()
  const [typed, setTyped] = useState(String(rest.defaultValue ?? '').length)
  const { maxLength } = rest
  const count = rest.value === undefined ? typed : String(rest.value).length
  const wiring = useFieldControl(rest)
  const describedBy = maxLength
    ? [wiring['aria-describedby'], counterId].filter(Boolean).join(' ')
    : wiring['aria-describedby']
  return (
    <div className="relative">
      <textarea
        {...rest}
        {...wiring}
        aria-describedby={describedBy}
        rows={rows}
        onChange={(event) => {
          setTyped(event.target.value.length)
          onChange?.(event)
        }}
        className={cn(
          controlStyles,
          'block resize-y px-2.5 py-1.5',
          mono && 'font-mono text-xs',
          maxLength && 'pb-6',
          className,
        )}
      />
      {maxLength && (
        <span
          id={counterId}
          className={cn(
            'pointer-events-none absolute right-2.5 bottom-1.5 rounded-sm bg-surface px-1 text-xs text-subtle',
            count >= maxLength && 'text-danger-text',
          )}
        >
          <span aria-hidden>
            {count}/{maxLength}
          </span>
          <span className="sr-only">
            {count} of {maxLength} characters
          </span>
        </span>
      )}
    </div>
  )
}
