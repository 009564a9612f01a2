import { ContextMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { type MenuEntry, MenuItemContent, menuItemProps } from './menu-entries.tsx'
import { menuStyles } from './menu-styles.ts'

type ContextMenuProps = {
  /** One element; a right click, a long press or the menu key on it opens the menu. */
  children: ReactNode
  /** Flat: submenus are for DropdownMenu. */
  items: readonly MenuEntry[]
  onOpenChange?: ((open: boolean) => void) | undefined
}

/** The menu of a thing under the pointer. Whatever it offers must be reachable elsewhere too. */
export const ContextMenu = ({ children, items, onOpenChange }: ContextMenuProps) => (
  <Radix.Root modal={false} {...(onOpenChange && { onOpenChange })}>
    <Radix.Trigger asChild>{children}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content collisionPadding={8} className={menuStyles}>
        {items.map((entry, index) =>
          entry === 'separator' ? (
            // oxlint-disable-next-line react/no-array-index-key -- a separator has nothing but its place
            <Radix.Separator key={`separator-${index}`} className="-mx-1 my-1 h-px bg-line" />
          ) : (
            <Radix.Item key={entry.label} {...menuItemProps(entry)}>
              <MenuItemContent entry={entry} />
            </Radix.Item>
          ),
        )}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
