import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { runCommand } from './run-command.ts'

/** A live PostgreSQL process, seen from outside. */
export type PostgresProcess = {
  readonly pid: number
  readonly parentPid: number
  /** The data directory it stands in; unknown where the system does not tell. */
  readonly dataDir: string | undefined
  /** As the server sets it: backends call themselves `postgres: …`, a postmaster keeps its arguments. */
  readonly title: string
  readonly isBackend: boolean
}

/** Every live PostgreSQL process of the machine that we may look at, or those that stand in one folder. */
export async function postgresProcesses(standsIn?: string): Promise<PostgresProcess[]> {
  if (process.platform !== 'linux') {
    const all = await fromProcessStatus()
    return standsIn === undefined ? all : all.filter(({ dataDir }) => dataDir === standsIn)
  }
  return readdirSync('/proc')
    .map(Number)
    .filter(Number.isInteger)
    .map((pid) => fromProc(pid, standsIn))
    .filter((found) => found !== undefined)
}

/** What tells a process from a later one under the same pid; undefined when it is gone or a zombie. */
export function processStartOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return isAlive(pid) ? String(pid) : undefined
  const stat = parseStat(pid)
  return stat && stat.state !== 'Z' && stat.state !== 'X' ? stat.startTicks : undefined
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false // not ours to signal is the same as not ours at all
  }
}

/** Sends a signal and says whether there still was somebody to get it. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false // it ended first, which is what signals here are for
  }
}

/** Fields of `/proc/<pid>/stat` that follow the name, or undefined when the process is gone. */
export function parseStat(pid: number) {
  const text = readQuietly(() => readFileSync(`/proc/${pid}/stat`, 'latin1'))
  // the name stands in parentheses and may itself hold spaces and parentheses
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  if (!fields) return undefined
  const at = (manPageField: number) => fields[manPageField - 3] ?? ''
  return {
    state: at(3),
    parentPid: Number(at(4)),
    userTicks: Number(at(14)),
    systemTicks: Number(at(15)),
    childUserTicks: Number(at(16)),
    childSystemTicks: Number(at(17)),
    startTicks: at(22),
  }
}

function fromProc(pid: number, standsIn?: string): PostgresProcess | undefined {
  const link = (name: string) =>
    // a removed folder or a replaced binary is marked so, and is still the same process
    readQuietly(() => readlinkSync(`/proc/${pid}/${name}`))?.replace(/ \(deleted\)$/, '')
  const dataDir = link('cwd')
  // asked first: on a machine with many projects nearly all of them are others'
  if (standsIn !== undefined && dataDir !== standsIn) return undefined
  const executable = link('exe')
  if (executable === undefined || basename(executable) !== 'postgres') return undefined
  const stat = parseStat(pid)
  if (!stat) return undefined
  const title =
    readQuietly(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.replaceAll('\0', ' ') ?? ''
  return {
    pid,
    parentPid: stat.parentPid,
    dataDir,
    title: title.trimEnd(),
    isBackend: title.startsWith('postgres: '),
  }
}

function readQuietly<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined // processes end, and other accounts' are closed to us: both while we look
  }
}

/** Without /proc the data directory is known from a postmaster's arguments, a backend's from its parent's. */
async function fromProcessStatus(): Promise<PostgresProcess[]> {
  const printed = await runCommand({
    command: 'ps',
    args: ['-axww', '-o', 'pid=,ppid=,stat=,command='],
    commandTimeoutMs: 10_000,
  })
  const all = printed.split('\n').flatMap((line) => {
    const [, pid, parentPid, state, title] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    if (!pid || !title || state?.startsWith('Z')) return []
    const isBackend = title.startsWith('postgres: ')
    if (!isBackend && !/(^|\/)postgres /.test(title)) return []
    const dataDir = / -D (\S.*?) -c /.exec(title)?.[1]
    return [{ pid: Number(pid), parentPid: Number(parentPid), dataDir, title, isBackend }]
  })
  const byPid = new Map(all.map((found) => [found.pid, found]))
  return all.map((found) => ({
    ...found,
    dataDir: found.dataDir ?? byPid.get(found.parentPid)?.dataDir,
  }))
}
