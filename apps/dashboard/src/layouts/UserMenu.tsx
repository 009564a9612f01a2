import { Avatar, DropdownMenu } from '@plinth/ui'
import { Link } from '@tanstack/react-router'
import { KeyRound, Keyboard, LogOut, ShieldCheck, SunMoon, UserRound } from 'lucide-react'
import { useSession } from '#app/api/session.ts'
import { THEMES, applyTheme, useTheme } from '#app/lib/theme.ts'
import { useSignOut } from '#app/api/use-sign-out.ts'

/** Who is signed in, and what is theirs: account, theme, signing out. */
export function UserMenu({ onKeyboardHelp }: { onKeyboardHelp: () => void }) {
  const { user } = useSession()
  const theme = useTheme()
  const signOut = useSignOut()
  return (
    <DropdownMenu
      className="w-60"
      trigger={
        <button
          type="button"
          aria-label={`Account of ${user.name}`}
          className="ml-1 flex size-8 shrink-0 items-center justify-center rounded-full"
        >
          <Avatar name={user.name} />
        </button>
      }
      header={
        <>
          <p className="truncate font-medium">{user.name}</p>
          <p className="truncate text-xs text-muted">{user.email}</p>
        </>
      }
      items={[
        {
          label: 'Profile',
          icon: <UserRound aria-hidden />,
          render: (content) => <Link to="/account/profile">{content}</Link>,
        },
        {
          label: 'Access tokens',
          icon: <KeyRound aria-hidden />,
          render: (content) => <Link to="/account/tokens">{content}</Link>,
        },
        {
          label: 'Security',
          icon: <ShieldCheck aria-hidden />,
          render: (content) => <Link to="/account/security">{content}</Link>,
        },
        'separator',
        {
          label: 'Theme',
          icon: <SunMoon aria-hidden />,
          items: THEMES.map(({ value, label }) => ({
            label,
            checked: value === theme,
            onSelect: () => applyTheme(value),
          })),
        },
        {
          label: 'Keyboard shortcuts',
          icon: <Keyboard aria-hidden />,
          shortcut: '?',
          onSelect: onKeyboardHelp,
        },
        'separator',
        { label: 'Sign out', icon: <LogOut aria-hidden />, onSelect: signOut },
      ]}
    />
  )
}
