export type Turns = (signal?: AbortSignal) => Promise<() => void>

/** So many at once, and the others in the order they came. Answers with how to give the place back. */
export function turns(atOnce: number): Turns {
  const waiting: (() => void)[] = []
  let running = 0

  /** Until it is our turn, or whoever waits for it has left. */
  async function queue(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      const place = waiting.indexOf(resolve)
      if (place !== -1) waiting.splice(place, 1)
      reject(new Error('Nobody waits for it any more'))
    }
    waiting.push(resolve)
    signal?.addEventListener('abort', leave, { once: true })
    await promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  return async (signal) => {
    if (running >= atOnce) await queue(signal)
    else running += 1
    return () => {
      // whoever waits takes the place over
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
