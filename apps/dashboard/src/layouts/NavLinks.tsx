import { Tooltip, cn } from '@plinth/ui'
import { Link } from '@tanstack/react-router'
import type { Area, AreaList } from './navigation.ts'

const lineStyles =
  'flex h-9 items-center gap-3 rounded-md px-3 text-sm text-muted transition-colors duration-100 hover:bg-hover hover:text-fg focus-visible:-outline-offset-2 aria-[current=page]:bg-active aria-[current=page]:font-medium aria-[current=page]:text-fg [&_svg]:size-4 [&_svg]:shrink-0'

/** The areas as links; narrow ones keep their names for assistive technology and in tooltips. */
export const NavLinks = ({
  list,
  isNarrow = false,
  onNavigate,
  className,
}: {
  list: AreaList
  isNarrow?: boolean
  onNavigate?: () => void
  className?: string
}) => (
  <nav aria-label={list.label} className={className}>
    <ul className="flex flex-col gap-0.5">
      {list.areas.map((area) => (
        <li key={area.label}>
          <NavLink area={area} isNarrow={isNarrow} onNavigate={onNavigate} />
        </li>
      ))}
    </ul>
  </nav>
)

function NavLink({
  area,
  isNarrow,
  onNavigate,
}: {
  area: Area
  isNarrow: boolean
  onNavigate: (() => void) | undefined
}) {
  const { icon: Icon, label, disabledReason } = area
  const content = (
    <>
      <Icon aria-hidden />
      <span className={cn('truncate', isNarrow && 'sr-only')}>{label}</span>
    </>
  )
  if (disabledReason !== undefined)
    return (
      <Tooltip content={disabledReason} side="right" delayMs={100}>
        {/* a link without an address, so that the reason can be reached by keyboard */}
        <span
          role="link"
          aria-disabled
          tabIndex={0}
          className={cn(lineStyles, 'cursor-not-allowed opacity-50 hover:bg-transparent')}
        >
          {content}
        </span>
      </Tooltip>
    )
  const link = (
    <Link
      {...area.link}
      activeOptions={{ exact: area.isExact, includeSearch: false }}
      {...(onNavigate && { onClick: onNavigate })}
      className={lineStyles}
    >
      {content}
    </Link>
  )
  return isNarrow ? (
    <Tooltip content={label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  )
}
