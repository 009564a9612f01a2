import { type ReactNode, useId } from 'react'
import { cn } from './cn.ts'

type SettingsSectionProps = {
  title: ReactNode
  description?: ReactNode
  children: ReactNode
  /** What stands left in the last row: a note on the consequences. */
  note?: ReactNode
  /** What stands right in it: Cancel and Save. */
  footer?: ReactNode
  /** Draws it red, for what cannot be undone. */
  tone?: 'neutral' | 'danger' | undefined
  id?: string | undefined
  className?: string | undefined
}

/** One group of settings: title and sentence, a panel of rows, and the row that saves them. */
export function SettingsSection({
  title,
  description,
  children,
  note,
  footer,
  tone = 'neutral',
  id,
  className,
}: SettingsSectionProps) {
  const titleId = useId()
  return (
    <section id={id} aria-labelledby={titleId} className={cn('scroll-mt-16', className)}>
      <div className="mb-3">
        <h2 id={titleId} className="text-lg font-semibold text-balance text-fg">
          {title}
        </h2>
        {description && (
          <p className="mt-0.5 max-w-prose text-sm text-pretty text-muted">{description}</p>
        )}
      </div>
      <Panel tone={tone} note={note} footer={footer}>
        {children}
      </Panel>
    </section>
  )
}

/** The bordered stack of rows inside a settings section; each direct child is a row. */
export const Panel = ({
  children,
  note,
  footer,
  tone = 'neutral',
  className,
}: Pick<SettingsSectionProps, 'children' | 'note' | 'footer' | 'tone' | 'className'>) => (
  <div
    className={cn(
      'overflow-hidden rounded-lg border bg-surface',
      tone === 'danger' ? 'border-danger-line' : 'border-line',
      className,
    )}
  >
    <div className="@container divide-y divide-line [&>*]:p-4">{children}</div>
    {(note || footer) && (
      <div
        className={cn(
          'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t px-4 py-2.5',
          tone === 'danger' ? 'border-danger-line bg-danger-soft' : 'border-line bg-fg/[0.025]',
        )}
      >
        <div className="min-w-0 text-xs text-pretty text-muted">{note}</div>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2">{footer}</div>
      </div>
    )}
  </div>
)
