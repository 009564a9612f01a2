import { ChevronRight } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { type MenuEntry, MenuItemContent, menuItemProps } from './menu-entries.tsx'
import { menuItemStyles, menuStyles } from './menu-styles.ts'

type DropdownMenuProps = {
  /** One focusable element, a button. */
  trigger: ReactNode
  items: readonly MenuEntry[]
  /** Stands above the entries: who is signed in. */
  header?: ReactNode
  /** For a menu that was loaded because somebody asked for it. */
  defaultOpen?: boolean | undefined
  align?: 'start' | 'center' | 'end' | undefined
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  className?: string | undefined
}

/** A menu of actions at a button, as data: entries, groups, choices, submenus. */
export const DropdownMenu = ({
  trigger,
  items,
  header,
  defaultOpen = false,
  align = 'end',
  side = 'bottom',
  className,
}: DropdownMenuProps) => (
  // not modal: a menu neither hides the page from assistive technology nor locks its scrolling
  <Radix.Root modal={false} defaultOpen={defaultOpen}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        align={align}
        side={side}
        sideOffset={4}
        collisionPadding={8}
        className={cn(
          menuStyles,
          'max-h-(--radix-dropdown-menu-content-available-height)',
          className,
        )}
      >
        {header && <div className="border-b border-line px-2 pt-1 pb-2 mb-1">{header}</div>}
        <Entries items={items} />
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)

const Entries = ({ items }: { items: readonly MenuEntry[] }) =>
  items.map((entry, index) => {
    if (entry === 'separator')
      // oxlint-disable-next-line react/no-array-index-key -- a separator has nothing but its place
      return <Radix.Separator key={`separator-${index}`} className="-mx-1 my-1 h-px bg-line" />
    const submenu = entry.items
    if (submenu)
      return (
        <Radix.Sub key={entry.label}>
          <Radix.SubTrigger className={menuItemStyles}>
            <MenuItemContent
              entry={entry}
              end={<ChevronRight aria-hidden className="size-3.5!" />}
            />
          </Radix.SubTrigger>
          <Radix.Portal>
            <Radix.SubContent sideOffset={4} collisionPadding={8} className={menuStyles}>
              <Entries items={submenu} />
            </Radix.SubContent>
          </Radix.Portal>
        </Radix.Sub>
      )
    if (entry.href !== undefined || entry.render)
      return (
        <Radix.Item key={entry.label} asChild className={menuItemStyles}>
          {entry.render?.(<MenuItemContent entry={entry} />) ?? (
            <a href={entry.href} target="_blank" rel="noreferrer">
              <MenuItemContent entry={entry} />
            </a>
          )}
        </Radix.Item>
      )
    return (
      <Radix.Item key={entry.label} {...menuItemProps(entry)}>
        <MenuItemContent entry={entry} />
      </Radix.Item>
    )
  })
