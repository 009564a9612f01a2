let isLost = false
const listeners = new Set<() => void>()

/** Whether the platform answers: said by who follows it, shown over every page. */
export const connection = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  isLost: () => isLost,
  note: (state: 'lost' | 'found') => {
    const isLostNow = state === 'lost'
    if (isLost === isLostNow) return
    isLost = isLostNow
    for (const listener of listeners) listener()
  },
}
