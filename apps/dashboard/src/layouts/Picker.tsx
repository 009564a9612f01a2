import { IconButton, Popover, Skeleton } from '@plinth/ui'
import { ChevronsUpDown } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'

const ListSkeleton = () => (
  <div className="flex flex-col gap-3 p-3" role="status" aria-label="Loading">
    <Skeleton className="h-5" />
    <Skeleton />
    <Skeleton />
    <Skeleton className="w-2/3" />
  </div>
)

/** A name that leads home, and beside it the button that opens the list of the others. */
export function Picker({
  name,
  label,
  list,
}: {
  /** The link to the current one. */
  name: ReactNode
  /** What the button does. */
  label: string
  list: (close: () => void) => ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex min-w-0 items-center">
      {name}
      <Popover
        aria-label={label}
        open={isOpen}
        onOpenChange={setOpen}
        className="w-80 overflow-hidden p-0"
        trigger={
          <IconButton
            label={label}
            tooltip={false}
            size="sm"
            icon={<ChevronsUpDown aria-hidden className="size-3.5!" />}
            className="w-6"
          />
        }
      >
        <Suspense fallback={<ListSkeleton />}>{list(() => setOpen(false))}</Suspense>
      </Popover>
    </div>
  )
}

export const pickerLinkStyles =
  'flex h-8 min-w-0 items-center gap-2 rounded-md px-2 text-sm font-medium text-fg hover:bg-hover'
