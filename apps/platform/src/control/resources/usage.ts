import {
  COMPUTE,
  type ComputeSize,
  type DiskShape,
  type MetricName,
  sustainedIo,
} from '@plinth/contract'
import type { EngineSample } from '#app/engine/sampling.ts'

export type Reading = { readonly sample: EngineSample; readonly atMs: number }
export type Usage = Readonly<Record<MetricName, number | null>>
/** What the processes tell; the disk is looked at apart. */
export type ProcessUsage = Omit<Usage, 'disk_usage' | 'disk_bytes'>

const MB = 1024 ** 2
const PAGE_BYTES = 8192

/** What a project may use, in the units that its use is measured in; of CPUs no more than the machine has. */
export function limitsOf(size: ComputeSize, disk: DiskShape, machineCpus = Infinity) {
  const { memoryMb, maxConnections } = COMPUTE[size]
  const { iops, mbps } = sustainedIo(disk, size)
  const cpus = Math.min(COMPUTE[size].cpus, machineCpus)
  return { cpus, memoryBytes: memoryMb * MB, maxConnections, iops, bytesPerSecond: mbps * MB }
}
export type Limits = ReturnType<typeof limitsOf>

/** Where the system does not tell. */
export const unknownUsage: ProcessUsage = {
  cpu_usage: null,
  ram_usage: null,
  ram_bytes: null,
  connections: null,
  disk_io: null,
  disk_read: null,
  disk_write: null,
  disk_iops: null,
}

const percent = (part: number, whole: number) => (part / whole) * 100

/** What went on between two looks at the same server; rates are unknown at the first. */
export function usageBetween(
  before: Reading | undefined,
  now: Reading,
  limits: Limits,
): ProcessUsage {
  const { sample } = now
  const level = {
    ram_usage: percent(sample.residentBytes, limits.memoryBytes),
    ram_bytes: sample.residentBytes,
    connections: sample.clientCount,
  }
  const isSame = before?.sample.pid === sample.pid && now.atMs > before.atMs
  if (!before || !isSame) {
    return { ...unknownUsage, ...level }
  }
  const seconds = (now.atMs - before.atMs) / 1000
  // a backend that ends may take some of its counts along
  const rate = (name: 'cpuSeconds' | 'readBytes' | 'writtenBytes' | 'readCalls' | 'writeCalls') =>
    Math.max(0, sample[name] - before.sample[name]) / seconds
  const [disk_read, disk_write] = [rate('readBytes'), rate('writtenBytes')]
  // /proc knows bytes, not operations: there were at most as many as pages, and as calls
  const disk_iops =
    Math.min(disk_read / PAGE_BYTES, rate('readCalls')) +
    Math.min(disk_write / PAGE_BYTES, rate('writeCalls'))
  return {
    ...level,
    cpu_usage: percent(rate('cpuSeconds'), limits.cpus),
    disk_io: Math.max(
      percent(disk_iops, limits.iops),
      percent(disk_read + disk_write, limits.bytesPerSecond),
    ),
    disk_read,
    disk_write,
    disk_iops,
  }
}
