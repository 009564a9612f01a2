import type { ReactNode } from 'react'

export type ProductLayoutProps = {
  /** The product's name, over its menu. */
  title: string
  menu: ReactNode
  children: ReactNode
}

/** An area with a menu of its own: left of the page and resizable, hidden on small screens. */
export const ProductLayout = ({ title, menu, children }: ProductLayoutProps) => (
  <div className="flex h-full min-h-0">
    <aside
      aria-label={title}
      className="hidden w-64 shrink-0 overflow-y-auto border-r border-line md:block"
    >
      {menu}
    </aside>
    <div className="min-w-0 flex-1">{children}</div>
  </div>
)
