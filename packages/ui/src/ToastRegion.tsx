import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Button } from './Button.tsx'
import { cn } from './cn.ts'
import { CopyButton } from './CopyButton.tsx'
import { IconButton } from './IconButton.tsx'
import { Spinner } from './Spinner.tsx'
import { type ToastEntry, type ToastTone, toast, toastStore } from './toast-store.ts'
import { words } from './tone.ts'

const icons = {
  neutral: null,
  success: <CircleCheck aria-hidden />,
  info: <Info aria-hidden />,
  warning: <TriangleAlert aria-hidden />,
  danger: <CircleAlert aria-hidden />,
} as const satisfies Record<ToastTone, ReactNode>

/** The toasts on screen. F8 moves the focus there. */
export function ToastRegion() {
  const entries = useSyncExternalStore(
    toastStore.subscribe,
    toastStore.snapshot,
    toastStore.snapshot,
  )
  return (
    <Radix.Provider swipeDirection="right" label="Notification">
      {entries.map((entry) => (
        // a replaced toast keeps its id; a new key restarts the clock
        <ToastCard key={`${entry.id}:${entry.tone}:${entry.title}`} entry={entry} />
      ))}
      <Radix.Viewport className="fixed right-0 bottom-0 z-60 m-0 flex max-h-screen w-full list-none flex-col gap-2 p-4 outline-none sm:w-96" />
    </Radix.Provider>
  )
}

function ToastCard({ entry }: { entry: ToastEntry }) {
  const { tone, title, description, action, isBusy } = entry
  const icon = isBusy ? <Spinner /> : icons[tone]
  return (
    <Radix.Root
      // an error interrupts, a nod waits for a pause
      type={tone === 'danger' || tone === 'warning' ? 'foreground' : 'background'}
      duration={entry.durationMs ?? Infinity}
      onOpenChange={(open) => {
        if (!open) toast.dismiss(entry.id)
      }}
      className="flex animate-slide-in-right items-start gap-2.5 rounded-lg border border-line-strong bg-raised py-2.5 pr-2 pl-3 shadow-lg data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
    >
      {icon && <span className={cn('mt-0.5 [&_svg]:size-4', words[tone])}>{icon}</span>}
      <div className="min-w-0 flex-1 py-px">
        <Radix.Title className="text-sm font-medium break-words text-fg">{title}</Radix.Title>
        {description && (
          <Radix.Description className="max-h-40 overflow-y-auto text-xs break-words whitespace-pre-line text-muted">
            {description}
          </Radix.Description>
        )}
        {(action || tone === 'danger') && (
          <div className="mt-2 flex gap-2">
            {action && (
              <Radix.Action asChild altText={action.label}>
                <Button size="xs" onClick={action.onSelect}>
                  {action.label}
                </Button>
              </Radix.Action>
            )}
            {tone === 'danger' && (
              <CopyButton size="xs" value={[title, description].filter(Boolean).join('\n')} />
            )}
          </div>
        )}
      </div>
      <Radix.Close asChild>
        <IconButton
          label="Dismiss"
          tooltip={false}
          size="xs"
          icon={<X aria-hidden className="size-3.5!" />}
        />
      </Radix.Close>
    </Radix.Root>
  )
}
