/** So many crashes within so long, and a server keeps crashing. */
const MANY = 3
const WINDOW_MS = 5 * 60 * 1000

/**
 * Tells one crash, which is mended before anybody has looked, from a server that goes on crashing:
 * that one has to run for a while before it is believed again.
 */
export function steadiness(nowMs: () => number = () => performance.now()) {
  let crashes: readonly number[] = []
  let upSince: number | undefined
  let isShaky = false

  function keepsCrashing(): boolean {
    if (upSince !== undefined && nowMs() - upSince >= WINDOW_MS) isShaky = false
    return isShaky
  }

  return {
    up() {
      upSince = nowMs()
    },
    crashed() {
      const now = nowMs()
      crashes = [...crashes.filter((at) => now - at < WINDOW_MS), now]
      isShaky = keepsCrashing() || crashes.length >= MANY
      upSince = undefined
    },
    keepsCrashing,
  }
}
