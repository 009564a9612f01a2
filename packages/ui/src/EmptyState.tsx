import type { ReactNode } from 'react'
import { cn } from './cn.ts'

type EmptyStateProps = {
  icon?: ReactNode
  title: ReactNode
  children?: ReactNode
  /** What to do about it. */
  action?: ReactNode
  /** With a dashed border, where nothing else frames it. */
  framed?: boolean | undefined
  className?: string | undefined
}

/** Where there is nothing yet: what would be here, and how it comes to be. */
export const EmptyState = ({
  icon,
  title,
  children,
  action,
  framed = true,
  className,
}: EmptyStateProps) => (
  <div
    className={cn(
      'flex flex-col items-center gap-1 px-6 py-12 text-center',
      framed && 'rounded-lg border border-dashed border-line-strong',
      className,
    )}
  >
    {icon && (
      <span className="mb-2 flex size-9 items-center justify-center rounded-lg border border-line bg-surface text-muted shadow-sm [&_svg]:size-4.5">
        {icon}
      </span>
    )}
    <p className="text-base font-medium text-balance text-fg">{title}</p>
    {children && <div className="w-full max-w-md text-sm text-pretty text-muted">{children}</div>}
    {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
  </div>
)
