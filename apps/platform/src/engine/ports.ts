import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, isPortFree } from '@plinth/postgres'

/**
 * Where projects listen. Below the ports that systems hand to outgoing connections (32768 and up on
 * Linux, 49152 on macOS): a port from there may be somebody's for the minute a project restarts, and
 * the connection strings people have copied would lead nowhere.
 */
export const PROJECT_PORTS = { from: 24_400, to: 29_999 }

const COUNT = PROJECT_PORTS.to - PROJECT_PORTS.from + 1
// a server that is just ending gives its port back within this
const PATIENCE_MS = 3_000
const LOOK_MS = 100

/**
 * A port for a new project: promised to no other and really free. Each machine's data folder begins
 * somewhere else, so that two platforms of one machine do not take each other's while one is stopped.
 */
export async function portForNew(
  host: string,
  number: number,
  promised: ReadonlySet<number>,
): Promise<number | undefined> {
  const base = createHash('sha256').update(host).digest().readUInt32BE(0)
  for (let step = 0; step < COUNT; step++) {
    const port = PROJECT_PORTS.from + ((base + number + step) % COUNT)
    if (!promised.has(port) && (await isPortFree(port))) return port
  }
  return undefined
}

/** True once a port is free; false when somebody keeps it. */
export async function becomesFree(port: number, host: string): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await isPortFree(port, host))) {
    if (performance.now() > deadline) return false
    await sleep(LOOK_MS)
  }
  return true
}

/** Another port for a project whose own a stranger keeps: none that is promised to somebody. */
export function portInstead(
  port: number,
  { promised, host }: { readonly promised: ReadonlySet<number>; readonly host: string },
): Promise<number> {
  const taken = new Set([...promised, port])
  return freePort({ ...PROJECT_PORTS, taken, host })
}
