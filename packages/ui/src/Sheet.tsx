import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { IconButton } from './IconButton.tsx'
import './style-nonce.ts'
import { useFocusReturn } from './use-focus-return.ts'
import { useOpening } from './use-opening.ts'

type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** Keeps the title for assistive technology only, as for the navigation on a phone. */
  hideTitle?: boolean | undefined
  description?: ReactNode
  children: ReactNode
  footer?: ReactNode
  side?: 'left' | 'right' | undefined
  size?: 'sm' | 'md' | 'lg' | 'xl' | undefined
  className?: string | undefined
}

const widths = { sm: 'max-w-72', md: 'max-w-md', lg: 'max-w-2xl', xl: 'max-w-4xl' }

/** A panel that slides in from a side: details of a row, a long form, the navigation on a phone. */
export function Sheet({
  open,
  onOpenChange,
  title,
  hideTitle = false,
  description,
  children,
  footer,
  side = 'right',
  size = 'md',
  className,
}: SheetProps) {
  const focusReturn = useFocusReturn(open)
  const opening = useOpening()
  const heading = (
    <Radix.Title className="text-lg font-semibold break-words text-fg">{title}</Radix.Title>
  )
  const close = (
    <Radix.Close asChild>
      <IconButton label="Close" tooltip={false} size="sm" icon={<X aria-hidden />} />
    </Radix.Close>
  )
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade-in bg-scrim" />
        <Radix.Content
          {...focusReturn}
          {...opening}
          {...(!description && { 'aria-describedby': undefined })}
          className={cn(
            'fixed inset-y-0 z-40 flex w-[calc(100vw-2rem)] flex-col border-line-strong bg-raised shadow-lg focus-visible:outline-none',
            side === 'right'
              ? 'right-0 animate-slide-in-right border-l'
              : 'left-0 animate-slide-in-left border-r',
            widths[size],
            className,
          )}
        >
          {hideTitle ? (
            <>
              <Radix.Title className="sr-only">{title}</Radix.Title>
              <div className="absolute top-2 right-2">{close}</div>
            </>
          ) : (
            <div className="flex items-start justify-between gap-4 border-b border-line px-5 py-3.5">
              <div className="min-w-0">
                {heading}
                {description && (
                  <Radix.Description className="text-sm text-pretty text-muted">
                    {description}
                  </Radix.Description>
                )}
              </div>
              {close}
            </div>
          )}
          <div className={cn('min-h-0 flex-1 overflow-y-auto', !hideTitle && 'px-5 py-4')}>
            {children}
          </div>
          {footer && (
            <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-fg/[0.025] px-5 py-3">
              {footer}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
