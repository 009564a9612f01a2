import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'
import { IconButton } from './IconButton.tsx'
import './style-nonce.ts'
import { useFocusReturn } from './use-focus-return.ts'
import { useOpening } from './use-opening.ts'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** The row of buttons at the end, the main one last. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl' | undefined
  /** Neither Escape nor a click outside closes it: for work that is under way. */
  locked?: boolean | undefined
  className?: string | undefined
}

const widths = { sm: 'max-w-sm', md: 'max-w-lg', lg: 'max-w-2xl', xl: 'max-w-4xl' }

const scrimStyles = 'fixed inset-0 z-40 animate-fade-in bg-scrim'

/** A question or a form over the page. The page below neither scrolls nor takes focus. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'md',
  locked = false,
  className,
}: DialogProps) {
  const focusReturn = useFocusReturn(open)
  const opening = useOpening({ locked })
  const hold = (event: Event) => {
    if (locked) event.preventDefault()
  }
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={scrimStyles} />
        <div className="pointer-events-none fixed inset-0 z-40 flex items-end justify-center p-2 sm:items-start sm:p-6 sm:pt-[12vh]">
          <Radix.Content
            {...focusReturn}
            {...opening}
            {...(!description && { 'aria-describedby': undefined })}
            onEscapeKeyDown={hold}
            className={cn(
              'pointer-events-auto flex max-h-full w-full animate-pop-in flex-col overflow-hidden rounded-xl border border-line-strong bg-raised shadow-lg focus-visible:outline-none sm:max-h-[80vh]',
              widths[size],
              className,
            )}
          >
            <div className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
              <div className="min-w-0">
                <Radix.Title className="text-lg font-semibold text-balance break-words text-fg">
                  {title}
                </Radix.Title>
                {description && (
                  <Radix.Description className="mt-1 text-sm text-pretty text-muted">
                    {description}
                  </Radix.Description>
                )}
              </div>
              {!locked && (
                <Radix.Close asChild>
                  <IconButton
                    label="Close"
                    tooltip={false}
                    size="sm"
                    icon={<X aria-hidden />}
                    className="-mr-2"
                  />
                </Radix.Close>
              )}
            </div>
            {children && <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>}
            {footer && <DialogFooter>{footer}</DialogFooter>}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The row of buttons at a dialog's end, for a form that brings its own inside `children`. */
export const DialogFooter = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div
    {...rest}
    className={cn(
      // a long form scrolls below it: what one came to press stays in sight, at the very end, which a
      // browser counts from within the padding of what scrolls
      'sticky -bottom-5 z-1 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-raised bg-linear-to-r from-fg/[0.025] to-fg/[0.025] px-5 py-3',
      className,
    )}
  />
)
