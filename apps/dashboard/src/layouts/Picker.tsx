import { IconButton } from '@plinth/ui'
import { ChevronsUpDown } from 'lucide-react'
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'

/** A name that leads home, and beside it the button that opens the list of the others, loaded when wanted. */
export function Picker({
  name,
  label,
  List,
}: {
  /** The link to the current one. */
  name: ReactNode
  /** What the button does. */
  label: string
  List: ComponentType<{ label: string; trigger: ReactNode }>
}) {
  const [isWanted, setWanted] = useState(false)
  const trigger = (
    <IconButton
      label={label}
      tooltip={false}
      size="sm"
      icon={<ChevronsUpDown aria-hidden className="size-3.5!" />}
      className="w-6"
      aria-haspopup="dialog"
      onClick={() => setWanted(true)}
    />
  )
  return (
    <div className="flex min-w-0 items-center">
      {name}
      {isWanted ? (
        <Suspense fallback={trigger}>
          <List label={label} trigger={trigger} />
        </Suspense>
      ) : (
        trigger
      )}
    </div>
  )
}

export const pickerLinkStyles =
  'flex h-8 min-w-0 items-center gap-2 rounded-md px-2 text-sm font-medium text-fg hover:bg-hover'
