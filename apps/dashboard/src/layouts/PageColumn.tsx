import { cn } from '@plinth/ui'
import type { ReactNode } from 'react'
import { Crumbs } from './Crumbs.tsx'

/** A page as a column of readable width: `form` for what is read and filled in line by line. */
export const PageColumn = ({
  width = 'wide',
  children,
}: {
  width?: 'wide' | 'form'
  children: ReactNode
}) => (
  <div
    className={cn(
      'mx-auto flex w-full flex-col gap-8 px-4 py-6 sm:px-8 sm:py-10',
      width === 'wide' ? 'max-w-6xl' : 'max-w-3xl',
    )}
  >
    <Crumbs />
    {children}
  </div>
)
