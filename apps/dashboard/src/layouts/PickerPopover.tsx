import { Popover } from '@plinth/ui'
import { type ReactNode, useState } from 'react'

/** The open list of a picker: it was loaded because somebody wanted it, so it starts open. */
export function PickerPopover({
  label,
  trigger,
  children,
}: {
  label: string
  trigger: ReactNode
  children: (close: () => void) => ReactNode
}) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Popover
      aria-label={label}
      open={isOpen}
      onOpenChange={setOpen}
      className="w-80 overflow-hidden p-0"
      trigger={trigger}
    >
      {children(() => setOpen(false))}
    </Popover>
  )
}
