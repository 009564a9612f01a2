import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Claim } from './claim.ts'
import type { OperationStore } from './operation-store.ts'

export const LEASE_MS = 15_000
const RENEW_MS = 5_000

/** Why an operation was stopped from outside. */
export const LOST = Symbol('the claim was lost')
export const CANCELLED = Symbol('somebody cancelled it')
export const LEAVING = Symbol('the platform is going away')

type Deps = { readonly operations: OperationStore; readonly log: Logger }

/** Renews the claim while the operation runs, and notices what its row says meanwhile. */
export function keepLease(
  { operations, log }: Deps,
  claim: Claim,
  stopping: AbortController,
): Disposable {
  const ended = new AbortController()
  const renew = async () => {
    try {
      const found = await operations.renew(claim, LEASE_MS)
      if (!found) stopping.abort(LOST)
      // told by the bus as well, which may lose a message
      else if (found.cancel_requested) stopping.abort(CANCELLED)
    } catch (error) {
      // tried again at the next turn: the control database may be away for a moment
      log.error({ err: error, id: claim.id }, 'the claim could not be renewed')
    }
  }
  const keep = async () => {
    for (;;) {
      await sleep(RENEW_MS, undefined, { signal: ended.signal, ref: false })
      await renew()
    }
  }
  // expected: disposing it ends the sleep
  keep().catch(() => undefined)
  return { [Symbol.dispose]: () => ended.abort() }
}
