import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const PS_TIMEOUT_MS = 10_000
const SCRIPT = 'graphql-process.ts'
const COMPANIONS = ['postgrest', SCRIPT]

type Told = {
  /** By the arguments it was started with. */
  readonly byArguments: (args: readonly string[]) => boolean
  /** By its line in a list of processes, where the arguments cannot be had one by one. */
  readonly byLine: (line: string) => boolean
}

/**
 * Ends companions that a killed platform left. Each was started with a file of its project's folder
 * as its first argument, or as that of a script of ours, and a tenant has no way to start a process,
 * so that tells them.
 */
export function endOrphanCompanions(projectsDir: string): Promise<number> {
  const folder = projectsDir + sep
  return endAll({
    byArguments: ([, first = '', second = '']) =>
      first.startsWith(folder) || (first.endsWith(SCRIPT) && second.startsWith(folder)),
    byLine: (line) => COMPANIONS.some((name) => line.includes(`${name} ${folder}`)),
  })
}

const WORK = new Set(['run', 'info', 'cache'])

/** The same for edge functions, and for what was reading the files of one. */
export function endOrphanFunctions(functionsDir: string): Promise<number> {
  const files = `${pathToFileURL(functionsDir).href}/`
  const reads = `--allow-read=${functionsDir}${sep}`
  return endAll({
    byArguments: ([, work = '', ...rest]) =>
      WORK.has(work) && rest.some((each) => each.startsWith(reads) || each.startsWith(files)),
    byLine: (line) => line.includes('deno ') && (line.includes(reads) || line.includes(files)),
  })
}

async function endAll(told: Told): Promise<number> {
  const orphans = await processes(told)
  for (const pid of orphans) kill(pid)
  return orphans.length
}

async function processes({ byArguments, byLine }: Told): Promise<number[]> {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => Number.isInteger(pid) && byArguments(argumentsOf(pid)))
  }
  const options = { timeout: PS_TIMEOUT_MS, encoding: 'utf8' as const }
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,command='], options)
  return stdout
    .split('\n')
    .filter((line) => byLine(line))
    .map((line) => Number.parseInt(line, 10))
}

function argumentsOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return [] // it ended while we looked
  }
}

function kill(pid: number) {
  // its group where it leads one
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL')
    } catch {
      // it ended by itself
    }
  }
}
