import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { cn } from './cn.ts'
import { Kbd } from './Kbd.tsx'
import { menuItemStyles } from './menu-styles.ts'

/** An action, a link or a submenu. */
export type MenuItem = {
  label: string
  /** A second line. */
  description?: ReactNode
  icon?: ReactNode
  onSelect?: (() => void) | undefined
  /** Leaves the site, in a new tab. */
  href?: string | undefined
  /** Wraps the entry in a router link: `(content) => <Link to="…">{content}</Link>`. */
  render?: ((content: ReactNode) => ReactElement) | undefined
  disabledReason?: string | undefined
  tone?: 'neutral' | 'danger' | undefined
  /** Shown as keys at the end. */
  shortcut?: string | undefined
  /** Marks the current one of a choice. */
  checked?: boolean | undefined
  items?: readonly MenuEntry[] | undefined
}

/** One line of a menu. */
export type MenuEntry = MenuItem | 'separator'

/** What a menu's item takes from its entry, whichever kind of menu it stands in. */
export const menuItemProps = (entry: MenuItem) => ({
  // aria-disabled rather than disabled: the arrow keys skip a disabled item, and so its reason
  'aria-disabled': entry.disabledReason !== undefined || undefined,
  onSelect: (event: Event) => {
    if (entry.disabledReason === undefined) entry.onSelect?.()
    else event.preventDefault()
  },
  className: cn(
    menuItemStyles,
    entry.tone === 'danger' &&
      entry.disabledReason === undefined &&
      'text-danger-text data-[highlighted]:bg-danger-soft [&_svg]:text-danger-text',
  ),
})

/** What an entry shows, whichever kind of menu it stands in. */
export const MenuItemContent = ({ entry, end }: { entry: MenuItem; end?: ReactNode }) => (
  <>
    {entry.icon}
    <span className="min-w-0 flex-1">
      <span className="block truncate">{entry.label}</span>
      {(entry.disabledReason ?? entry.description) && (
        <span className="block text-xs text-pretty text-muted">
          {entry.disabledReason ?? entry.description}
        </span>
      )}
    </span>
    {entry.checked && <Check aria-label="Current" className="size-3.5! text-accent-text!" />}
    {entry.shortcut && <Kbd>{entry.shortcut}</Kbd>}
    {end}
  </>
)
