import { Sheet } from '@plinth/ui'
import { Link } from '@tanstack/react-router'
import type { AreaList } from './navigation.ts'
import { NavLinks } from './NavLinks.tsx'
import { usePlace } from './use-place.ts'

/** The areas in a sheet, and the way up to the organization. */
export default function MobileNavSheet({
  areas,
  onClose,
}: {
  areas: AreaList
  onClose: () => void
}) {
  const { ref, organization } = usePlace()
  return (
    <Sheet open onOpenChange={onClose} title={areas.label} side="left" size="sm">
      <div className="-mx-2 flex flex-col gap-4">
        <NavLinks list={areas} onNavigate={onClose} />
        {ref && organization && (
          <div className="border-t border-line pt-3">
            <p className="px-3 pb-1 text-xs text-subtle">Organization</p>
            <Link
              to="/org/$slug"
              params={{ slug: organization.slug }}
              onClick={onClose}
              className="flex h-9 items-center rounded-md px-3 text-sm text-muted hover:bg-hover hover:text-fg"
            >
              <span className="truncate">{organization.name}</span>
            </Link>
          </div>
        )}
      </div>
    </Sheet>
  )
}
