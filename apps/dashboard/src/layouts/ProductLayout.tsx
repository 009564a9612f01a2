import { Button, ResizableGroup, ResizableHandle, ResizablePanel, Sheet } from '@plinth/ui'
import { PanelLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { stored } from '#app/lib/stored.ts'
import { useMedia } from '#app/lib/use-media.ts'

export type ProductLayoutProps = {
  /** The product's name, over its menu. */
  title: string
  menu: ReactNode
  children: ReactNode
}

const MIN_PX = 256
const MAX_PX = 512

const storedWidth = stored('product-menu', (value): value is string => /^\d{3}$/.test(value))

/**
 * An area with a menu of its own: left of the page and resizable from 256 to 512 px. Phones have no
 * room for it; there it opens as a sheet from a bar above the page.
 */
export function ProductLayout({ title, menu, children }: ProductLayoutProps) {
  const hasRoom = useMedia('(min-width: 768px)')
  const [initialPx] = useState(() => Number(storedWidth.read() ?? MIN_PX))
  // one tree for both: what is typed into the page stays when the window gets narrow
  return (
    <ResizableGroup className="h-full">
      {hasRoom && (
        <ResizablePanel
          id="menu"
          defaultSize={initialPx}
          minSize={MIN_PX}
          maxSize={MAX_PX}
          groupResizeBehavior="preserve-pixel-size"
          onResize={({ inPixels }) => storedWidth.write(String(Math.round(inPixels)))}
        >
          <aside aria-label={title} className="flex min-h-0 flex-1 flex-col bg-surface">
            <h2 className="flex h-12 shrink-0 items-center border-b border-line px-5 text-base font-semibold">
              {title}
            </h2>
            <div className="min-h-0 flex-1 overflow-y-auto">{menu}</div>
          </aside>
        </ResizablePanel>
      )}
      {hasRoom && <ResizableHandle aria-label={`Width of the ${title} menu`} />}
      <ResizablePanel id="content">
        {!hasRoom && <MenuSheet title={title} menu={menu} />}
        <div id="page" className="min-h-0 min-w-0 flex-1 overflow-y-auto">
          {children}
        </div>
      </ResizablePanel>
    </ResizableGroup>
  )
}

function MenuSheet({ title, menu }: { title: string; menu: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex shrink-0 items-center border-b border-line bg-surface px-2 py-1.5">
      <Button
        variant="ghost"
        icon={<PanelLeft aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {title}
      </Button>
      <Sheet open={isOpen} onOpenChange={setOpen} title={title} side="left" size="sm">
        {/* a link chosen in the menu has done its work; Enter on one arrives here as a click, too */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the links are the controls */}
        <div
          className="-mx-5 -my-4"
          onClick={(event) => {
            if (event.target instanceof Element && event.target.closest('a')) setOpen(false)
          }}
        >
          {menu}
        </div>
      </Sheet>
    </div>
  )
}
