import { ChevronsUpDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ReactNode, useId, useState } from 'react'
import { cn } from './cn.ts'
import { ComboboxList, type ComboboxListProps } from './ComboboxList.tsx'
import { controlStyles } from './control-styles.ts'
import { useFieldControl } from './field-context.ts'
import { menuStyles } from './menu-styles.ts'

type ComboboxProps = ComboboxListProps & {
  placeholder?: string | undefined
  /** The first time it opens, and each time after: where options are loaded. */
  onOpenChange?: ((open: boolean) => void) | undefined
  /** Replaces the trigger: one focusable element, a button. */
  trigger?: ReactNode
  size?: 'sm' | 'md' | 'lg' | undefined
  disabled?: boolean | undefined
  required?: boolean | undefined
  id?: string | undefined
  className?: string | undefined
}

const heights = { sm: 'h-7 px-2 text-xs', md: 'h-8 px-2.5', lg: 'h-10 px-3 text-base' }

/** One choice among many, found by typing. */
export function Combobox(props: ComboboxProps) {
  const { value, options, placeholder = 'Select…', size = 'md', trigger, className } = props
  const { searchPlaceholder = 'Search…' } = props
  const [isOpen, setOpen] = useState(false)
  const popupId = useId()
  const { 'aria-required': _, ...wiring } = useFieldControl(props)
  const current = options.find((option) => option.value === value)
  const toggle = (open: boolean) => {
    setOpen(open)
    props.onOpenChange?.(open)
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={toggle}>
      <Popover.Trigger asChild>
        {trigger ?? (
          <button
            type="button"
            {...wiring}
            role="combobox"
            aria-expanded={isOpen}
            aria-haspopup="dialog"
            aria-controls={popupId}
            aria-label={props['aria-label']}
            className={cn(
              controlStyles,
              'flex items-center justify-between gap-2 text-left',
              heights[size],
              !current && 'text-subtle',
              className,
            )}
          >
            <span className="flex min-w-0 items-center gap-2 truncate [&_svg]:size-4">
              {current?.icon}
              <span className="truncate">
                {current ? (current.render ?? current.label) : value || placeholder}
              </span>
            </span>
            <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-muted" />
          </button>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          aria-label={searchPlaceholder}
          sideOffset={4}
          collisionPadding={8}
          className={cn(
            menuStyles,
            'w-(--radix-popover-trigger-width) max-w-[calc(100vw-16px)] min-w-60 overflow-hidden p-0',
          )}
        >
          <div id={popupId}>
            <ComboboxList {...props} onDone={() => toggle(false)} />
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
