import { IconButton, Kbd } from '@plinth/ui'
import { Link } from '@tanstack/react-router'
import { CircleQuestionMark, Search } from 'lucide-react'
import { MOD_KEY } from '#app/lib/keys.ts'
import { Logo } from '#app/lib/Logo.tsx'
import { MobileNav } from './MobileNav.tsx'
import { OrganizationPicker } from './OrganizationPicker.tsx'
import { ProjectPicker } from './ProjectPicker.tsx'
import { UserMenu } from './UserMenu.tsx'
import { usePlace } from './use-place.ts'

const Slash = ({ className = '' }: { className?: string }) => (
  <span aria-hidden className={`text-line-strong select-none ${className}`}>
    /
  </span>
)

/** Where one is (organization, project) and what is always at hand (search, help, account). */
export function Header({
  onSearch,
  onKeyboardHelp,
}: {
  onSearch: () => void
  onKeyboardHelp: () => void
}) {
  const { slug, ref } = usePlace()
  return (
    <header className="flex h-12 shrink-0 items-center gap-1.5 border-b border-line bg-surface px-2 sm:px-3">
      <MobileNav />
      <Link
        to="/organizations"
        aria-label="All organizations"
        className="flex size-8 shrink-0 items-center justify-center rounded-md hover:bg-hover"
      >
        <Logo className="size-6" />
      </Link>
      <div className="flex min-w-0 flex-1 items-center gap-1">
        {(slug ?? ref) && (
          // a phone has room for one picker: inside a project it is the project's
          <div
            className={
              ref ? 'hidden min-w-0 items-center gap-1 sm:flex' : 'flex min-w-0 items-center gap-1'
            }
          >
            <Slash className="hidden sm:inline" />
            <OrganizationPicker />
          </div>
        )}
        {ref && (
          <>
            <Slash className="hidden sm:inline" />
            <ProjectPicker />
          </>
        )}
      </div>
      <button
        type="button"
        onClick={onSearch}
        aria-keyshortcuts="Meta+K Control+K"
        className="hidden h-8 w-52 items-center gap-2 rounded-md border border-line-control bg-canvas px-2.5 text-sm text-subtle transition-colors duration-100 hover:border-line-strong hover:text-muted lg:flex"
      >
        <Search aria-hidden className="size-3.5" />
        <span className="flex-1 text-left">Search…</span>
        <Kbd aria-hidden>{MOD_KEY} K</Kbd>
      </button>
      <IconButton
        label="Search or run a command"
        icon={<Search aria-hidden />}
        className="lg:hidden"
        onClick={onSearch}
      />
      <IconButton
        label="Keyboard shortcuts"
        icon={<CircleQuestionMark aria-hidden />}
        className="max-sm:hidden"
        onClick={onKeyboardHelp}
      />
      <UserMenu onKeyboardHelp={onKeyboardHelp} />
    </header>
  )
}
