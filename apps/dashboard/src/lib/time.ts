export const SECOND = 1000
export const MINUTE = 60 * SECOND

/** The clock: the one place that reads it. */
export const now = (): number => Date.now()

/** How long something took: '340 ms', '4.2 s', '2 min 5 s', '3 h 5 min'. */
export function duration(ms: number): string {
  if (ms < SECOND) return `${Math.max(0, Math.round(ms))} ms`
  if (ms < 10 * SECOND) return `${(ms / SECOND).toFixed(1)} s`
  const seconds = Math.round(ms / SECOND)
  const minutes = Math.floor(seconds / 60)
  if (minutes >= 60) {
    const hours = Math.floor(minutes / 60)
    return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  }
  const rest = seconds % 60
  if (minutes === 0) return `${rest} s`
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`
}

/** A duration that is still growing: whole seconds, or the last digit would flicker. */
export const countingSeconds = (ms: number): string =>
  ms < MINUTE ? inSeconds(Math.floor(ms / SECOND)) : duration(ms)

const inSeconds = (seconds: number) => (seconds === 1 ? '1 second' : `${seconds} seconds`)
