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
  const { all } = await processesOf(dataDir)
  if (all.length === 0) return undefined
  const samples = await Promise.all(all.map((found) => sampleOne(found.pid, found.pid === pid)))
  return samples.reduce(add, none)
}

const none: ProcessSample = {
  processCount: 0,
  cpuSeconds: 0,
  residentBytes: 0,
  readBytes: 0,
  writtenBytes: 0,
}

const add = (a: ProcessSample, b: ProcessSample): ProcessSample => ({
  processCount: a.processCount + b.processCount,
  cpuSeconds: a.cpuSeconds + b.cpuSeconds,
  residentBytes: a.residentBytes + b.residentBytes,
  readBytes: a.readBytes + b.readBytes,
  writtenBytes: a.writtenBytes + b.writtenBytes,
})

async function sampleOne(pid: number, isPostmaster: boolean): Promise<ProcessSample> {
  const stat = parseStat(pid)
  if (!stat) return none
  const ended = isPostmaster ? stat.childUserTicks + stat.childSystemTicks : 0
  const [memory, io] = await Promise.all([readTable(pid, 'smaps_rollup'), readTable(pid, 'io')])
  return {
    processCount: 1,
    cpuSeconds: (stat.userTicks + stat.systemTicks + ended) / ticksPerSecond,
    residentBytes: (memory.get('Pss') ?? 0) * 1024,
    readBytes: io.get('read_bytes') ?? 0,
    writtenBytes: io.get('write_bytes') ?? 0,
  }
}

/** Lines of `name: number`; empty for a process that ended meanwhile. */
async function readTable(pid: number, name: string): Promise<Map<string, number>> {
  const text = await readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
  const entries = [...text.matchAll(/^(\w+):\s+(\d+)/gm)]
  return new Map(entries.map(([, key = '', value]) => [key, Number(value)]))
}
