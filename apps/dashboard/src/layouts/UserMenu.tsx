import { Avatar } from '@plinth/ui'
import { Suspense, lazy, useState } from 'react'
import { useSession } from '#app/api/session.ts'

const UserMenuList = lazy(() => import('./UserMenuList.tsx'))

/** Who is signed in, and what is theirs: account, theme, signing out. */
export function UserMenu({ onKeyboardHelp }: { onKeyboardHelp: () => void }) {
  const { user } = useSession()
  const [isWanted, setWanted] = useState(false)
  const trigger = (
    <button
      type="button"
      aria-haspopup="menu"
      onClick={() => setWanted(true)}
      className="relative ml-1 flex size-8 shrink-0 items-center justify-center rounded-full"
    >
      <Avatar name={user.name} />
      <span className="sr-only">Account of {user.name}</span>
    </button>
  )
  if (!isWanted) return trigger
  return (
    <Suspense fallback={trigger}>
      <UserMenuList trigger={trigger} onKeyboardHelp={onKeyboardHelp} />
    </Suspense>
  )
}
