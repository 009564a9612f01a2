import { IconButton } from '@plinth/ui'
import { Menu } from 'lucide-react'
import { Suspense, lazy, useState } from 'react'
import { useAreas } from './use-areas.ts'

const MobileNavSheet = lazy(() => import('./MobileNavSheet.tsx'))

/** The navigation of a phone. */
export function MobileNav() {
  const areas = useAreas()
  const [isOpen, setOpen] = useState(false)
  if (!areas) return null
  return (
    <div className="md:hidden">
      <IconButton
        label="Navigation"
        tooltip={false}
        icon={<Menu aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      <Suspense>
        {isOpen && <MobileNavSheet areas={areas} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  )
}
