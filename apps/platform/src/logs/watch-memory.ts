import { readFile } from 'node:fs/promises'
import type pg from 'pg'

const LOOK_MS = 100

/** The process that serves a client, on the machine of its server. */
export const pidOf = (client: pg.Client): number =>
  (client as pg.Client & { processID: number }).processID // its types leave it out

/**
 * Tells once when the process behind a session holds more memory than it may. Where its server runs
 * on another machine, or says nothing in /proc, nobody watches.
 */
export function watchMemory(
  client: pg.Client,
  maxBytes: number,
  onTooMuch: () => void,
): () => void {
  // a socket file is this machine's; by TCP it may be anybody's process that has this number here
  if (!client.host.startsWith('/')) return () => undefined
  const pid = pidOf(client)
  const look = async () => {
    const held = await ownMemoryOf(pid)
    if (held === undefined || held > maxBytes) clearInterval(timer)
    if (held !== undefined && held > maxBytes) onTooMuch()
  }
  const timer = setInterval(() => void look(), LOOK_MS).unref()
  return () => clearInterval(timer)
}

/** What a process has for itself, shared buffers left out. */
async function ownMemoryOf(pid: number): Promise<number | undefined> {
  // expected: it ended, or there is no /proc
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^RssAnon:\s+(\d+) kB/m.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}
