import { MINUTE, SECOND } from './time.ts'

export const FIRST_WAIT_MS = SECOND
const LONGEST_WAIT_MS = MINUTE / 2

/** The next wait: twice the last, up to half a minute, and never in step with the other browsers. */
export const nextWait = (waitMs: number, random: number): number =>
  Math.min(LONGEST_WAIT_MS, waitMs * 2) * (0.75 + random / 4)
