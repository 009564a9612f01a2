import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { IconButton } from './IconButton.tsx'
import { washes, words } from './tone.ts'

/** How much an alert matters. */
export type AlertTone = 'info' | 'warning' | 'critical'

type AlertProps = {
  tone?: AlertTone | undefined
  title?: ReactNode
  children?: ReactNode
  /** Buttons or a link. */
  action?: ReactNode
  onDismiss?: (() => void) | undefined
  className?: string | undefined
}

const looks = {
  info: { Icon: Info, tone: 'info' },
  warning: { Icon: TriangleAlert, tone: 'warning' },
  critical: { Icon: CircleAlert, tone: 'danger' },
} as const satisfies Record<AlertTone, unknown>

/** Something to know before going on, within the page. */
export function Alert({
  tone = 'info',
  title,
  children,
  action,
  onDismiss,
  className,
}: AlertProps) {
  const { Icon, tone: colour } = looks[tone]
  return (
    <div
      role={tone === 'critical' ? 'alert' : 'note'}
      className={cn(
        'flex items-start gap-2.5 rounded-md border px-3 py-2.5',
        washes[colour],
        className,
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56 text-sm">
          {title && <p className="font-medium text-pretty text-fg">{title}</p>}
          {children && <div className="text-pretty text-muted">{children}</div>}
        </div>
        {action && <div className="flex shrink-0 flex-wrap gap-2">{action}</div>}
      </div>
      {onDismiss && (
        <IconButton
          label="Dismiss"
          tooltip={false}
          size="xs"
          icon={<X aria-hidden />}
          onClick={onDismiss}
        />
      )}
    </div>
  )
}

/** The same across the whole width, above a page or the app. */
export function Banner({
  tone = 'info',
  title,
  children,
  action,
  onDismiss,
  className,
}: AlertProps) {
  const { Icon, tone: colour } = looks[tone]
  return (
    <div
      role={tone === 'critical' ? 'alert' : 'status'}
      className={cn(
        'flex items-center gap-3 border-b px-4 py-2 text-sm',
        washes[colour],
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
        {/* the icon belongs to the first line, however many there are */}
        <div className="flex min-w-0 flex-1 basis-64 gap-3">
          <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', words[colour])} />
          <p className="min-w-0 text-pretty text-muted">
            {title && <strong className="font-medium text-fg">{title} </strong>}
            {children}
          </p>
        </div>
        {action && <div className="ml-7 shrink-0 sm:ml-0">{action}</div>}
      </div>
      {onDismiss && (
        <IconButton
          label="Dismiss"
          tooltip={false}
          size="xs"
          icon={<X aria-hidden />}
          onClick={onDismiss}
        />
      )}
    </div>
  )
}
