import type { LogCursor } from '@plinth/postgres'

// A tenant's loop of warnings writes hundreds of megabytes a second. What is kept of one server's log is
// a burst, and then as much as a talkative server says: five gigabytes a day at the very most.
const BURST_BYTES = 4 * 1024 * 1024
const BYTES_PER_SECOND = 64 * 1024
// the longest line there can be has to fit, or nothing behind it would be read
const LEAST_BYTES = 1024 * 1024

type Account = { left: number; atMs: number }

/** How much of each project's server log may be read now. */
export function readingBudget() {
  const accounts = new Map<string, Account>()
  const accountOf = (ref: string): Account => {
    const known = accounts.get(ref)
    if (known) return known
    const made = { left: BURST_BYTES, atMs: 0 }
    accounts.set(ref, made)
    return made
  }
  return {
    /** Bytes; 0 where it has to wait. */
    of(ref: string, nowMs: number): number {
      const account = accountOf(ref)
      const earned = ((nowMs - account.atMs) / 1000) * BYTES_PER_SECOND
      account.left = Math.min(account.left + earned, BURST_BYTES)
      account.atMs = nowMs
      return account.left < LEAST_BYTES ? 0 : Math.floor(account.left)
    },
    spend(ref: string, bytes: number) {
      accountOf(ref).left -= bytes
    },
    forget: (ref: string) => void accounts.delete(ref),
  }
}

/** How far a reading went, as far as two places tell: of files in between nothing is known. */
export function readBytes(from: LogCursor | undefined, to: LogCursor | undefined): number {
  if (!to) return 0
  return to.file === from?.file ? to.offset - from.offset : to.offset
}
