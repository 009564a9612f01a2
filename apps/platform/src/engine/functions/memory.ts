import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'

const PS_TIMEOUT_MS = 5_000

/**
 * What memory a process holds that is its own, in MiB: the program's text, which all of them share, is
 * not counted. Undefined where it is gone.
 */
export function memoryOf(pid: number): Promise<number | undefined> | number | undefined {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
}

function fromProc(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kb = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+)/gm)].map((match) =>
      Number(match[1]),
    )
    return kb.length > 0 ? kb.reduce((sum, each) => sum + each, 0) / 1024 : undefined
  } catch {
    return undefined // it ended while we looked
  }
}

function fromPs(pid: number): Promise<number | undefined> {
  const options = { timeout: PS_TIMEOUT_MS, encoding: 'utf8' as const }
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'rss=', '-p', String(pid)], options, (error, stdout) =>
      resolve(error ? undefined : Number(stdout) / 1024),
    )
  })
}
