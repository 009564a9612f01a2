import { SnippetName } from '@plinth/contract'
import { Input, Tooltip } from '@plinth/ui'
import { useRef, useState } from 'react'

type QueryNameProps = {
  name: string | null
  disabledReason: string | undefined
  onRename: (name: string) => void
}

/** The query's name; pressed, it becomes a field. Enter keeps what is written, Escape what was there. */
export function QueryName({ name, disabledReason, onRename }: QueryNameProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const parsed = SnippetName.safeParse(draft ?? '')
  const problem = parsed.success ? undefined : parsed.error.issues[0]?.message

  function finish(isKept: boolean, returnFocus: boolean) {
    if (isKept && parsed.success && parsed.data !== name) onRename(parsed.data)
    setDraft(null)
    if (returnFocus) requestAnimationFrame(() => button.current?.focus())
  }

  if (draft === null) {
    return (
      <Tooltip content={disabledReason ?? 'Rename'} align="start">
        <button
          ref={button}
          type="button"
          aria-disabled={disabledReason !== undefined}
          aria-label={`Rename query ${name ?? 'New query'}`}
          onClick={() => {
            if (!disabledReason) setDraft(name ?? '')
          }}
          className="min-w-0 truncate rounded-sm px-1.5 py-1 text-left text-base font-medium text-fg not-aria-disabled:hover:bg-hover"
        >
          {name ?? 'New query'}
        </button>
      </Tooltip>
    )
  }
  return (
    <div className="relative min-w-0 flex-1 sm:max-w-80">
      <Input
        size="sm"
        aria-label="Name of the query"
        value={draft}
        placeholder="Name of the query"
        // the person has just asked to write here
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        aria-invalid={problem !== undefined && draft !== ''}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => finish(true, false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !problem) finish(true, true)
          if (event.key === 'Escape') finish(false, true)
        }}
      />
      {problem && draft !== '' && (
        <p role="alert" className="absolute top-full z-10 mt-1 text-xs text-danger-text">
          {problem}
        </p>
      )}
    </div>
  )
}
