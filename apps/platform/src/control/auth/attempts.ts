import { AppError } from '#app/base/app-error.ts'
import type { Deps } from '#app/base/deps.ts'
import { addressKey } from './address-key.ts'
import { authStore } from './store.ts'

const WINDOW_MS = 15 * 60_000
const PER_ACCOUNT = 5
const PER_ADDRESS = 30

type Guess = { readonly ip: string; readonly email?: string }

const keyOf = {
  account: (email: string) => `account ${email}`,
  address: (ip: string) => `address ${addressKey(ip)}`,
}

/** How often passwords and links may be guessed. An attempt counts before it is judged. */
export function guessLimit({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const store = authStore(db)

  async function take(key: string, most: number) {
    const now = clock()
    const windowEndsAt = new Date(now.getTime() + WINDOW_MS)
    const { failures, window_ends_at } = await store.countAttempt(key, { now, windowEndsAt })
    if (failures <= most) return
    const leftMs = window_ends_at.getTime() - now.getTime()
    throw new AppError('TOO_MANY_REQUESTS', {
      data: { retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)) },
    })
  }

  return {
    /** Refuses with TOO_MANY_REQUESTS. The address goes first: one that is blocked adds no more rows. */
    async count({ ip, email }: Guess) {
      await take(keyOf.address(ip), PER_ADDRESS)
      if (email !== undefined) await take(keyOf.account(email), PER_ACCOUNT)
    },

    /** The guess was right, so it was none. */
    async forgive({ ip, email }: Guess) {
      const keys = { account: keyOf.account(email ?? ''), address: keyOf.address(ip) }
      await store.forgiveAttempts(keys, clock())
    },
  }
}
