import { DropdownMenu } from '@plinth/ui'
import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import {
  KeyRound,
  Keyboard,
  LifeBuoy,
  LogOut,
  Monitor,
  Moon,
  ShieldCheck,
  Sun,
  UserRound,
} from 'lucide-react'
import { useSession } from '#app/api/session.ts'
import { THEMES, type Theme, applyTheme, useTheme } from '#app/lib/theme.ts'
import { useSignOut } from '#app/api/use-sign-out.ts'

const ICONS = {
  light: <Sun aria-hidden />,
  dark: <Moon aria-hidden />,
  system: <Monitor aria-hidden />,
} as const satisfies Record<Theme, ReactNode>

/** The open menu: it was loaded because somebody wanted it. */
export default function UserMenuList({
  trigger,
  onKeyboardHelp,
}: {
  trigger: ReactNode
  onKeyboardHelp: () => void
}) {
  const { user } = useSession()
  const theme = useTheme()
  const signOut = useSignOut()
  return (
    <DropdownMenu
      className="w-60"
      defaultOpen
      trigger={trigger}
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
        ...THEMES.map(({ value, label }) => ({
          label: `${label} theme`,
          icon: ICONS[value],
          checked: value === theme,
          onSelect: () => applyTheme(value),
        })),
        'separator',
        {
          label: 'Keyboard shortcuts',
          icon: <Keyboard aria-hidden />,
          shortcut: '?',
          onSelect: onKeyboardHelp,
        },
        {
          label: 'Contact support',
          icon: <LifeBuoy aria-hidden />,
          render: (content) => <Link to="/support/new">{content}</Link>,
        },
        'separator',
        { label: 'Sign out', icon: <LogOut aria-hidden />, onSelect: signOut },
      ]}
    />
  )
}
