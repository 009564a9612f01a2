import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Cluster } from './cluster.ts'
import { processesOf } from './postmaster-file.ts'
import { parseStat } from './processes.ts'

/** What the processes of a cluster have used so far; the caller keeps the previous one to subtract. */
export type ProcessSample = {
  readonly processCount: number
  readonly cpuSeconds: number
  /** Memory held by them alone plus their fair part of what they share. */
  readonly residentBytes: number
  readonly readBytes: number
  readonly writtenBytes: number
  /** Calls that read or wrote, of files and of sockets alike. */
  readonly readCalls: number
  readonly writeCalls: number
  /** Processes that serve somebody who is connected. */
  readonly clientCount: number
}

// fixed for programs on Linux, whatever the kernel's own tick is
const ticksPerSecond = 100

/**
 * Sums up a cluster's live processes; undefined where there is no /proc. A backend that ended takes
 * its numbers along, except CPU time, which its postmaster keeps.
 */
export async function sampleProcesses({
  dataDir,
  pid,
}: Pick<Cluster, 'dataDir' | 'pid'>): Promise<ProcessSample | undefined> {
  if (process.platform !== 'linux') return undefined
  const pids = familyOf(pid) ?? (await processesOf(dataDir)).all.map((found) => found.pid)
  const samples = await Promise.all(pids.map((found) => sampleOne(found, found === pid)))
  const total = samples.reduce(add, none)
  return total.processCount > 0 ? total : undefined
}

/**
 * A postmaster and what it forked, which is all there is of a server: one file to read, where
 * looking through /proc costs a call for every process of the machine.
 */
function familyOf(pid: number): number[] | undefined {
  const children = readNow(`/proc/${pid}/task/${pid}/children`)
  // none: the server is gone, or this kernel does not list children
  return children?.split(' ').filter(Boolean).map(Number).concat(pid)
}

/** What the kernel has at hand takes a tenth of the time without a trip through the thread pool. */
function readNow(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // the process ended meanwhile
  }
}

const none: ProcessSample = {
  processCount: 0,
  cpuSeconds: 0,
  residentBytes: 0,
  readBytes: 0,
  writtenBytes: 0,
  readCalls: 0,
  writeCalls: 0,
  clientCount: 0,
}

const add = (a: ProcessSample, b: ProcessSample): ProcessSample => ({
  processCount: a.processCount + b.processCount,
  cpuSeconds: a.cpuSeconds + b.cpuSeconds,
  residentBytes: a.residentBytes + b.residentBytes,
  readBytes: a.readBytes + b.readBytes,
  writtenBytes: a.writtenBytes + b.writtenBytes,
  readCalls: a.readCalls + b.readCalls,
  writeCalls: a.writeCalls + b.writeCalls,
  clientCount: a.clientCount + b.clientCount,
})

// `postgres: <cluster>: <user> <database> 10.0.0.1(5432) idle`, or [local] for the address
const servesClient = / (\[local\]|[\da-f.:]+\(\d+\))( |$)/

async function sampleOne(pid: number, isPostmaster: boolean): Promise<ProcessSample> {
  const stat = parseStat(pid)
  if (!stat) return none
  const ended = isPostmaster ? stat.childUserTicks + stat.childSystemTicks : 0
  // this one walks through all of the process's pages, so it waits elsewhere
  const memory = numbersOf(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => ''))
  const io = numbersOf(readNow(`/proc/${pid}/io`))
  const title = readNow(`/proc/${pid}/cmdline`) ?? ''
  return {
    processCount: 1,
    cpuSeconds: (stat.userTicks + stat.systemTicks + ended) / ticksPerSecond,
    residentBytes: (memory.get('Pss') ?? 0) * 1024,
    readBytes: io.get('read_bytes') ?? 0,
    writtenBytes: io.get('write_bytes') ?? 0,
    readCalls: io.get('syscr') ?? 0,
    writeCalls: io.get('syscw') ?? 0,
    clientCount: servesClient.test(title.replaceAll('\0', ' ')) ? 1 : 0,
  }
}

/** Lines of `name: number`; empty for a process that ended meanwhile. */
function numbersOf(text = ''): Map<string, number> {
  const entries = [...text.matchAll(/^(\w+):\s+(\d+)/gm)]
  return new Map(entries.map(([, key = '', value]) => [key, Number(value)]))
}
