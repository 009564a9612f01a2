import type { ReactNode } from 'react'

/** Something to do with the project: what it is for, and its buttons. */
export const SettingRow = ({
  title,
  description,
  children,
}: {
  title?: string
  description: ReactNode
  children: ReactNode
}) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
    <div className="min-w-0 flex-1 basis-64">
      {title && <p className="text-sm font-medium text-fg">{title}</p>}
      <p className="text-pretty text-muted">{description}</p>
    </div>
    <div className="flex flex-wrap gap-2">{children}</div>
  </div>
)
