import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { Spinner } from './Spinner.tsx'

type StatusPageProps = {
  title: ReactNode
  children?: ReactNode
  icon?: ReactNode
  /** Work is under way: a spinner stands in the icon's place and the state is announced. */
  busy?: boolean | undefined
  actions?: ReactNode
  /** The operation's StepList, in a panel of its own. */
  steps?: ReactNode
  /** Last and small: when it was last checked, a reference. */
  footer?: ReactNode
  /** Below all of it: what to read when the rest did not help. */
  details?: ReactNode
  className?: string | undefined
}

/** A page that says what state something is in, in place of what it usually shows. */
export const StatusPage = ({
  title,
  children,
  icon,
  busy = false,
  actions,
  steps,
  footer,
  details,
  className,
}: StatusPageProps) => (
  <div className={cn('flex min-h-full flex-col items-center px-4 py-10 sm:py-[12vh]', className)}>
    {/* a row of buttons may be wider than what is read */}
    <div className="flex w-full max-w-2xl flex-col items-center">
      <div
        role={busy ? 'status' : undefined}
        className="flex w-full max-w-lg flex-col items-center gap-3 text-center"
      >
        {(busy || icon) && (
          <span className="flex size-11 items-center justify-center rounded-xl border border-line bg-surface text-muted shadow-sm [&_svg]:size-5">
            {busy ? <Spinner className="text-accent-text" /> : icon}
          </span>
        )}
        <h1 className="max-w-full text-xl font-semibold text-balance break-words text-fg">
          {title}
        </h1>
        {children && (
          <div className="flex w-full flex-col gap-3 text-base text-pretty text-muted">
            {children}
          </div>
        )}
      </div>
      {steps && (
        <div className="mt-6 w-full max-w-lg rounded-lg border border-line bg-surface p-4">
          {steps}
        </div>
      )}
      {actions && <div className="mt-6 flex flex-wrap justify-center gap-2">{actions}</div>}
      {footer && <div className="mt-6 text-center text-xs text-subtle">{footer}</div>}
      {details && <div className="mt-6 w-full max-w-lg">{details}</div>}
    </div>
  </div>
)
