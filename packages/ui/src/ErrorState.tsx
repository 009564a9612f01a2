import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { cn } from './cn.ts'
import { CopyButton } from './CopyButton.tsx'

type ErrorStateProps = {
  title: ReactNode
  /** The error's own words; can be copied. */
  message?: string | undefined
  children?: ReactNode
  onRetry?: (() => void) | undefined
  retrying?: boolean | undefined
  action?: ReactNode
  className?: string | undefined
}

/** Where something could not be loaded: what failed, in which words, and a way on. */
export const ErrorState = ({
  title,
  message,
  children,
  onRetry,
  retrying = false,
  action,
  className,
}: ErrorStateProps) => (
  <div
    role="alert"
    className={cn(
      'flex flex-col items-center gap-1 rounded-lg border border-danger-line bg-surface px-6 py-10 text-center',
      className,
    )}
  >
    <span className="mb-2 flex size-9 items-center justify-center rounded-lg border border-danger-line bg-danger-soft text-danger-text">
      <CircleAlert aria-hidden className="size-4.5" />
    </span>
    <p className="text-base font-medium text-balance text-fg">{title}</p>
    {message && (
      <p className="max-w-lg font-mono text-xs break-words whitespace-pre-wrap text-muted">
        {message}
      </p>
    )}
    {children && <div className="max-w-md text-sm text-pretty text-muted">{children}</div>}
    <div className="mt-3 flex flex-wrap justify-center gap-2 empty:hidden">
      {onRetry && (
        <Button onClick={onRetry} loading={retrying} icon={<RotateCw aria-hidden />}>
          Try again
        </Button>
      )}
      {message && <CopyButton value={message} variant="ghost" label="Copy error" />}
      {action}
    </div>
  </div>
)
