import { Sheet } from '@plinth/ui'
import { type ReactNode, useEffect, useRef } from 'react'

/** Help in parts, beside the page; the one that was asked for is in sight first. */
export const HelpSheet = ({
  isOpen,
  onClose,
  title,
  description,
  children,
}: {
  isOpen: boolean
  onClose: () => void
  title: string
  description: string
  children: ReactNode
}) => (
  <Sheet open={isOpen} onOpenChange={onClose} title={title} description={description} size="lg">
    {isOpen && <div className="flex flex-col gap-8">{children}</div>}
  </Sheet>
)

export function HelpPart({
  isWanted = false,
  title,
  children,
}: {
  isWanted?: boolean
  title: string
  children: ReactNode
}) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isWanted) section.current?.scrollIntoView({ block: 'start' })
  }, [isWanted])
  return (
    <section ref={section} aria-label={title} className="flex scroll-mt-4 flex-col gap-3 text-sm">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  )
}
