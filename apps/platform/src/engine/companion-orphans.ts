import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { sep } from 'node:path'
import { promisify } from 'node:util'

const PS_TIMEOUT_MS = 10_000
const SCRIPT = 'graphql-process.ts'
const COMPANIONS = ['postgrest', SCRIPT]

/**
 * Ends companions that a killed platform left. Each was started with a file of its project's folder
 * as its first argument, or as that of a script of ours, and a tenant has no way to start a process,
 * so that tells them.
 */
export async function endOrphanCompanions(projectsDir: string): Promise<number> {
  const orphans = await companionsUnder(projectsDir + sep)
  for (const pid of orphans) kill(pid)
  return orphans.length
}

async function companionsUnder(folder: string): Promise<number[]> {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => Number.isInteger(pid) && isCompanion(argumentsOf(pid), folder))
  }
  const options = { timeout: PS_TIMEOUT_MS, encoding: 'utf8' as const }
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,command='], options)
  const lines = stdout
    .split('\n')
    .filter((line) => COMPANIONS.some((name) => line.includes(`${name} ${folder}`)))
  return lines.map((line) => Number.parseInt(line, 10))
}

const isCompanion = ([, first = '', second = '']: readonly string[], folder: string) =>
  first.startsWith(folder) || (first.endsWith(SCRIPT) && second.startsWith(folder))

function argumentsOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return [] // it ended while we looked
  }
}

function kill(pid: number) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // it ended by itself
  }
}
