import { Dialog, Kbd } from '@plinth/ui'
import { Fragment } from 'react'
import { MOD_KEY } from '#app/lib/keys.ts'

type Shortcut = { readonly keys: readonly string[]; readonly does: string }

const SHORTCUTS = [
  {
    title: 'Anywhere',
    shortcuts: [
      { keys: [MOD_KEY, 'K'], does: 'Search, go somewhere, run a command' },
      { keys: ['?'], does: 'Show this list' },
      { keys: ['F8'], does: 'Move to the notifications' },
      { keys: ['Esc'], does: 'Close what is open' },
    ],
  },
  {
    title: 'SQL Editor',
    shortcuts: [
      { keys: [MOD_KEY, 'Enter'], does: 'Run everything, or what is selected' },
      { keys: [MOD_KEY, 'S'], does: 'Save' },
      { keys: ['Ctrl', 'Space'], does: 'Complete a name' },
      { keys: [MOD_KEY, '/'], does: 'Turn lines into comments and back' },
      { keys: [MOD_KEY, 'F'], does: 'Find and replace' },
      { keys: ['Esc', 'Tab'], does: 'Leave the editor' },
    ],
  },
] as const satisfies readonly { title: string; shortcuts: readonly Shortcut[] }[]

export default function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard shortcuts">
      <div className="flex flex-col gap-6">
        {SHORTCUTS.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3 className="mb-2 text-xs font-medium text-subtle">{title}</h3>
            <dl className="divide-y divide-line">
              {shortcuts.map(({ keys, does }) => (
                <div key={does} className="flex items-center justify-between gap-4 py-2">
                  <dt className="text-sm">{does}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {keys.map((key) => (
                      <Fragment key={key}>
                        <Kbd>{key}</Kbd>
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
