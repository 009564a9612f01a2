/**
 * The right to work on an operation. Every write names it, so a worker that lost its claim (its lease
 * ran out while the machine slept) can no longer write over the one that took up after it.
 */
export type Claim = {
  readonly id: string
  readonly claimant: string
  /** Which claim of this operation it is; each one counts. */
  readonly attempt: number
}

/** Somebody else has taken the operation up: whoever meets this stops and touches nothing. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost'

  constructor() {
    super('Another worker has taken this operation up')
  }
}
