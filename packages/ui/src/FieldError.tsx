import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** The sentence under a control that says what is wrong with its value; read out when it appears. */
export const FieldError = ({ id, children }: { id?: string | undefined; children?: ReactNode }) => (
  <div id={id} aria-live="polite" className="empty:hidden">
    {children ? (
      <p className="flex items-start gap-1.5 text-xs text-danger-text">
        <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
        <span>{children}</span>
      </p>
    ) : null}
  </div>
)
