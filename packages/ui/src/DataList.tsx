import type { ReactNode } from 'react'
import { cn } from './cn.ts'

/** One name with its value. */
export type DataListItem = { label: string; value: ReactNode; hint?: ReactNode }

/** Names and values, one below the other. */
export const DataList = ({
  items,
  className,
}: {
  items: readonly DataListItem[]
  className?: string | undefined
}) => (
  <dl className={cn('@container divide-y divide-line text-sm', className)}>
    {items.map(({ label, value, hint }) => (
      <div
        key={label}
        className="flex flex-col gap-x-6 gap-y-0.5 py-2 first:pt-0 last:pb-0 @sm:flex-row @sm:items-baseline"
      >
        <dt className="text-muted @sm:w-44 @sm:shrink-0">{label}</dt>
        <dd className="min-w-0 flex-1 break-words text-fg">
          {value}
          {hint && <div className="text-xs text-pretty text-muted">{hint}</div>}
        </dd>
      </div>
    ))}
  </dl>
)
