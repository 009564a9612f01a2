/** What kind of news a toast brings. */
export type ToastTone = 'neutral' | 'success' | 'info' | 'warning' | 'danger'

/** More about a toast than its title. */
export type ToastOptions = {
  description?: string | undefined
  action?: { label: string; onSelect: () => void } | undefined
  /** Replaces the toast of the same id instead of adding one. */
  id?: string | undefined
  /** `Infinity` keeps it until it is closed. */
  durationMs?: number | undefined
}

/** A toast on screen. */
export type ToastEntry = ToastOptions & {
  id: string
  tone: ToastTone
  title: string
  isBusy: boolean
}

// an error must be read to the end and perhaps copied; a success is only a nod
const DURATION_MS = {
  neutral: 5_000,
  success: 4_000,
  info: 5_000,
  warning: 8_000,
  danger: 15_000,
} as const satisfies Record<ToastTone, number>

const VISIBLE_AT_MOST = 5

let entries: readonly ToastEntry[] = []
let wasUsed = false
let counter = 0
const listeners = new Set<() => void>()

function publish(next: readonly ToastEntry[]) {
  entries = next
  wasUsed ||= next.length > 0
  for (const listener of listeners) listener()
}

/** The toasts on screen, for Toaster alone. */
export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  snapshot: () => entries,
  /** Was there ever one? It stays true, so that the last one can leave in its own time. */
  wasUsed: () => wasUsed,
}

function show(
  look: Pick<ToastEntry, 'tone' | 'isBusy'>,
  title: string,
  options: ToastOptions = {},
) {
  const id = options.id ?? `toast-${++counter}`
  const durationMs = options.durationMs ?? (look.isBusy ? Infinity : DURATION_MS[look.tone])
  const entry = { ...options, ...look, durationMs, id, title }
  const isUpdate = entries.some((each) => each.id === id)
  publish(
    isUpdate
      ? entries.map((each) => (each.id === id ? entry : each))
      : [...entries, entry].slice(-VISIBLE_AT_MOST),
  )
  return id
}

const shower =
  (tone: ToastTone, isBusy = false) =>
  (title: string, options?: ToastOptions) =>
    show({ tone, isBusy }, title, options)

/** Says briefly what happened, from anywhere; Toaster shows it. Each returns the toast's id. */
export const toast = Object.assign(shower('neutral'), {
  success: shower('success'),
  info: shower('info'),
  warning: shower('warning'),
  error: shower('danger'),
  /** Stays, with a spinner, until replaced by id or dismissed. */
  loading: shower('neutral', true),
  /** Without an id, all of them. */
  dismiss: (id?: string) =>
    publish(id === undefined ? [] : entries.filter((each) => each.id !== id)),
})
