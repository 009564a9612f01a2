import type { Unsaved } from './unsaved.ts'

/** A query as it is written; without a name until it is saved for the first time. */
export type QueryText = Pick<Unsaved, 'name' | 'sql'>

export type SaveState =
  | { readonly kind: 'saved' }
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'failed'; readonly message: string }

export type SaverOptions = {
  /** What is shown at first, and what of it the platform has; null where it has nothing yet. */
  readonly text: QueryText
  readonly saved: QueryText | null
  /** How long after the last change it saves by itself; null where only the person asks for it. */
  readonly delayMs: number | null
  /** Resolves with what the platform has now. */
  readonly save: (text: QueryText) => Promise<QueryText>
  readonly messageOf: (error: unknown) => string
}

export type Saver = ReturnType<typeof createSaver>

const isSame = (a: QueryText, b: QueryText | null) => a.name === b?.name && a.sql === b.sql

/** Brings a text to the platform: one save at a time, the newest text last, nothing lost on a failure. */
export function createSaver({ save, messageOf, ...options }: SaverOptions) {
  let text = options.text
  let saved = options.saved
  let delayMs = options.delayMs
  let state: SaveState = { kind: isSame(text, saved) ? 'saved' : 'unsaved' }
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | undefined
  let isStopped = false
  const listeners = new Set<() => void>()

  const become = (next: SaveState) => {
    state = next
    for (const listener of listeners) listener()
  }

  async function saveUntilSame(): Promise<boolean> {
    while (!isSame(text, saved) && !isStopped) {
      become({ kind: 'saving' })
      const sent = text
      try {
        saved = await save(sent) // oxlint-disable-line no-await-in-loop -- each waits for the one before
        // the platform names what had no name; what was typed meanwhile goes out in the next round
        if (text.name === sent.name) text = { ...text, name: saved.name }
      } catch (error) {
        become({ kind: 'failed', message: messageOf(error) })
        return false
      }
    }
    become({ kind: 'saved' })
    return true
  }

  /** Saves now; true once the platform has what is written. */
  function flush(): Promise<boolean> {
    clearTimeout(timer)
    if (isStopped || isSame(text, saved)) return running ?? Promise.resolve(true)
    running ??= saveUntilSame().finally(() => {
      running = undefined
    })
    return running
  }

  const schedule = () => {
    clearTimeout(timer)
    if (delayMs !== null && !isStopped) timer = setTimeout(() => void flush(), delayMs)
  }

  return {
    text: () => text,
    state: () => state,
    isOnServer: () => saved !== null,
    isStopped: () => isStopped,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },

    change(part: Partial<QueryText>) {
      text = { ...text, ...part }
      if (!running) become({ kind: isSame(text, saved) ? 'saved' : 'unsaved' })
      else become(state) // a name shows at once, whatever is being saved
      schedule()
    },

    /** From now on it saves by itself. */
    autosave(ms: number) {
      delayMs = ms
    },

    flush,

    /** The query is being deleted: what still waits must not bring it back. Resolves once nothing is under way. */
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },

    /** It was not deleted after all. */
    resume() {
      isStopped = false
      schedule()
    },
  }
}
