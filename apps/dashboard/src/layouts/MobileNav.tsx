import { IconButton, Sheet } from '@plinth/ui'
import { Menu } from 'lucide-react'
import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { NavLinks } from './NavLinks.tsx'
import { useAreas } from './use-areas.ts'
import { usePlace } from './use-place.ts'

/** The navigation of a phone: the areas in a sheet, and the way up to the organization. */
export function MobileNav() {
  const areas = useAreas()
  const { ref, organization } = usePlace()
  const [isOpen, setOpen] = useState(false)
  if (!areas) return null
  const close = () => setOpen(false)
  return (
    <div className="md:hidden">
      <IconButton
        label="Navigation"
        tooltip={false}
        icon={<Menu aria-hidden />}
        onClick={() => setOpen(true)}
      />
      <Sheet open={isOpen} onOpenChange={setOpen} title={areas.label} side="left" size="sm">
        <div className="-mx-2 flex flex-col gap-4">
          <NavLinks list={areas} onNavigate={close} />
          {ref && organization && (
            <div className="border-t border-line pt-3">
              <p className="px-3 pb-1 text-xs text-subtle">Organization</p>
              <Link
                to="/org/$slug"
                params={{ slug: organization.slug }}
                onClick={close}
                className="flex h-9 items-center rounded-md px-3 text-sm text-muted hover:bg-hover hover:text-fg"
              >
                <span className="truncate">{organization.name}</span>
              </Link>
            </div>
          )}
        </div>
      </Sheet>
    </div>
  )
}
