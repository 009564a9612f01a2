import { readdir, readFile, readlink } from 'node:fs/promises'

/** Postmasters whose data lies below a folder, by pid; their children are not counted. */
export async function postgresProcessesIn(folder: string): Promise<number[]> {
  const found: number[] = []
  for (const entry of await readdir('/proc')) {
    const pid = Number(entry)
    if (!Number.isInteger(pid)) continue
    try {
      const standsIn = await readlink(`/proc/${pid}/cwd`)
      const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
      const isPostmaster = command[0]?.endsWith('/postgres') && command.includes('-D')
      if (isPostmaster && standsIn.startsWith(folder)) found.push(pid)
    } catch {
      // it ended while we looked
    }
  }
  return found.toSorted((a, b) => a - b)
}

/** Processes one of whose arguments holds this text, by pid. */
export async function processesStartedWith(text: string): Promise<number[]> {
  const found: number[] = []
  for (const entry of await readdir('/proc')) {
    const pid = Number(entry)
    if (!Number.isInteger(pid)) continue
    // expected: it ended while we looked
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(text)) found.push(pid)
  }
  return found.toSorted((a, b) => a - b)
}

/** The process below a postmaster that holds the most memory of its own. */
export async function largestChildOf(postmaster: number): Promise<number> {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  const sizes = await Promise.all(
    children
      .split(' ')
      .filter(Boolean)
      .map(async (pid) => {
        // expected: it ended while we looked
        const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
        return { pid: Number(pid), kb: Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) }
      }),
  )
  const [largest] = sizes.toSorted((a, b) => b.kb - a.kb)
  if (!largest) throw new Error(`Nothing runs below ${postmaster}`)
  return largest.pid
}
