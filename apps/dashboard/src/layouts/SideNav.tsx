import { IconButton, Tooltip, cn } from '@plinth/ui'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useState } from 'react'
import { stored } from '#app/lib/stored.ts'
import { useMedia } from '#app/lib/use-media.ts'
import { NavLinks } from './NavLinks.tsx'
import { useAreas } from './use-areas.ts'

type Width = 'wide' | 'narrow'
const storedWidth = stored(
  'navigation',
  (value): value is Width => value === 'wide' || value === 'narrow',
)

/** The areas of the project, organization or account one is in, left of the page; phones have a sheet. */
export function SideNav() {
  const areas = useAreas()
  const hasRoom = useMedia('(min-width: 1280px)')
  const [chosen, setChosen] = useState(() => storedWidth.read())
  const isWide = (chosen ?? (hasRoom ? 'wide' : 'narrow')) === 'wide'
  if (!areas) return null

  function toggle() {
    const next = isWide ? 'narrow' : 'wide'
    storedWidth.write(next)
    setChosen(next)
  }

  const label = isWide ? 'Make the navigation narrow' : 'Make the navigation wide'
  const Icon = isWide ? PanelLeftClose : PanelLeftOpen
  return (
    <div
      className={cn(
        'hidden shrink-0 flex-col justify-between border-r border-line bg-surface md:flex',
        isWide ? 'w-52' : 'w-14',
      )}
    >
      <NavLinks list={areas} isNarrow={!isWide} className="min-h-0 flex-1 overflow-y-auto p-2" />
      <div className={cn('p-2', isWide ? 'flex justify-end' : 'flex justify-center')}>
        <Tooltip content={label} side="right">
          <IconButton
            label={label}
            tooltip={false}
            size="md"
            icon={<Icon aria-hidden />}
            onClick={toggle}
          />
        </Tooltip>
      </div>
    </div>
  )
}
