import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'

/** A bordered surface for one thing. */
export const Card = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div
    {...rest}
    className={cn('min-w-0 overflow-hidden rounded-lg border border-line bg-surface', className)}
  />
)

/** A card's title row: title, a line about it, actions at the end. */
export const CardHeader = ({
  title,
  description,
  actions,
  level: Heading = 'h2',
  className,
}: {
  title: ReactNode
  description?: ReactNode
  actions?: ReactNode
  /** The heading's rank on the page. */
  level?: 'h2' | 'h3' | 'h4' | undefined
  className?: string | undefined
}) => (
  <div
    className={cn(
      'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3',
      className,
    )}
  >
    <div className="min-w-0">
      <Heading className="text-sm font-semibold text-fg">{title}</Heading>
      {description && <p className="text-xs text-pretty text-muted">{description}</p>}
    </div>
    {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
  </div>
)

/** A card's content, padded; leave it out around a table that should touch the border. */
export const CardBody = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div {...rest} className={cn('p-4', className)} />
)

/** A card's last row, for what one does with it. */
export const CardFooter = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div
    {...rest}
    className={cn(
      'flex flex-wrap items-center justify-end gap-2 border-t border-line bg-fg/[0.025] px-4 py-2.5',
      className,
    )}
  />
)
