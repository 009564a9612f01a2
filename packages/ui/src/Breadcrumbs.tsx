import { Fragment, type ReactNode } from 'react'
import { cn } from './cn.ts'

/** The way to the current page; each child is a link, the last one the page itself. */
export const Breadcrumbs = ({
  items,
  className,
}: {
  items: readonly { key: string; content: ReactNode }[]
  className?: string | undefined
}) => (
  <nav aria-label="Breadcrumb" className={cn('min-w-0', className)}>
    <ol className="flex min-w-0 items-center gap-1.5 text-sm text-muted">
      {items.map(({ key, content }, index) => {
        const isLast = index === items.length - 1
        return (
          <Fragment key={key}>
            {index > 0 && (
              <li aria-hidden className="text-line-strong select-none">
                /
              </li>
            )}
            <li
              aria-current={isLast ? 'page' : undefined}
              className={cn(
                'min-w-0 truncate [&_a]:rounded-sm [&_a:hover]:text-fg',
                // where one comes from gives way: it stands at the top of the page as well
                index > 0 && 'shrink-0',
                index > 0 && isLast && 'max-w-3/5',
                isLast && 'font-medium text-fg',
              )}
            >
              {content}
            </li>
          </Fragment>
        )
      })}
    </ol>
  </nav>
)
