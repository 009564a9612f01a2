import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { IconButton } from './IconButton.tsx'

type PaginationProps = {
  /** Counted from 1. */
  page: number
  onChange: (page: number) => void
  pageSize: number
  /** Of all rows; leave it out where counting is too dear, and say whether there is more. */
  total?: number | undefined
  hasMore?: boolean | undefined
  /** What is counted: `rows`. */
  noun?: string | undefined
  children?: ReactNode
  className?: string | undefined
}

/** Moves through pages of rows. */
export function Pagination({
  page,
  onChange,
  pageSize,
  total,
  hasMore = false,
  noun = 'rows',
  children,
  className,
}: PaginationProps) {
  const first = (page - 1) * pageSize + 1
  const last = total === undefined ? page * pageSize : Math.min(total, page * pageSize)
  const isLast = total === undefined ? !hasMore : last >= total
  const range = `${first.toLocaleString('en')}–${last.toLocaleString('en')}`
  const words =
    total === 0
      ? `No ${noun}`
      : total === undefined
        ? range
        : `${range} of ${total.toLocaleString('en')} ${noun}`
  return (
    <nav
      aria-label="Pagination"
      className={cn(
        'flex flex-wrap items-center justify-between gap-2 text-xs text-muted',
        className,
      )}
    >
      <span aria-live="polite">{words}</span>
      <div className="flex items-center gap-1">
        {children}
        <IconButton
          label="Previous page"
          size="sm"
          variant="secondary"
          icon={<ChevronLeft aria-hidden />}
          disabled={page <= 1}
          onClick={() => onChange(page - 1)}
        />
        <IconButton
          label="Next page"
          size="sm"
          variant="secondary"
          icon={<ChevronRight aria-hidden />}
          disabled={isLast}
          onClick={() => onChange(page + 1)}
        />
      </div>
    </nav>
  )
}
