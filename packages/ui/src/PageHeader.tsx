import type { ReactNode } from 'react'
import { cn } from './cn.ts'

type PageHeaderProps = {
  title: ReactNode
  description?: ReactNode
  /** Beside the title: a badge, a status. */
  badge?: ReactNode
  actions?: ReactNode
  /** Below, at the header's edge: tabs. */
  children?: ReactNode
  className?: string | undefined
}

/** A page's title, what it is about, and what one can do on it. */
export const PageHeader = ({
  title,
  description,
  badge,
  actions,
  children,
  className,
}: PageHeaderProps) => (
  <header className={cn('flex flex-col gap-4', className)}>
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-2xl font-semibold tracking-tight text-balance break-words text-fg">
            {title}
          </h1>
          {badge}
        </div>
        {description && (
          <p className="mt-1 max-w-prose text-base text-pretty text-muted">{description}</p>
        )}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
    {children}
  </header>
)
