import { Kbd } from '@plinth/ui'
import { MOD } from './keys.ts'
import { STARTERS } from './starters.ts'

const SHORTCUTS = [
  [`${MOD}↵`, 'Run everything, or what is selected'],
  [`${MOD}S`, 'Save'],
  [`${MOD}F`, 'Find and replace'],
  ['Ctrl Space', 'Complete a name'],
] as const

/** Before anything ran: how to run, and something to run where nothing is written yet. */
export function StartPane({
  isEmpty,
  onInsert,
}: {
  isEmpty: boolean
  onInsert: (sql: string) => void
}) {
  return (
    <div className="min-h-0 flex-1 overflow-auto p-4 sm:p-6">
      <div className="mx-auto max-w-3xl">
        <p className="text-sm text-muted">
          {isEmpty
            ? 'Write a query above, or begin with one of these.'
            : 'Results appear here once the query has run.'}
        </p>
        {isEmpty && (
          <ul className="mt-3 grid gap-2 sm:grid-cols-2">
            {STARTERS.map(({ title, about, sql }) => (
              <li key={title}>
                <button
                  type="button"
                  onClick={() => onInsert(sql)}
                  className="flex h-full w-full flex-col rounded-md border border-line px-3 py-2.5 text-left transition-colors duration-100 hover:border-line-strong hover:bg-hover"
                >
                  <span className="block text-sm font-medium text-fg">{title}</span>
                  <span className="block text-xs text-pretty text-muted">{about}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <dl className="mt-5 grid w-fit grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1.5 text-xs text-muted max-sm:hidden">
          {SHORTCUTS.map(([keys, what]) => (
            <div key={keys} className="contents">
              <dt className="justify-self-end">
                <Kbd>{keys}</Kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}
