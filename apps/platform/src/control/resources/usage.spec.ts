import { expect, test } from 'vitest'
import type { EngineSample } from '#app/engine/sampling.ts'
import { limitsOf, usageBetween } from './usage.ts'

const MB = 1024 ** 2
const disk = { type: 'gp3', size_gb: 8, iops: 3000, throughput_mbps: 125 } as const
const limits = limitsOf('micro', disk)

const sample = (part: Partial<EngineSample> = {}): EngineSample => ({
  pid: 1,
  processCount: 6,
  cpuSeconds: 0,
  residentBytes: 256 * MB,
  readBytes: 0,
  writtenBytes: 0,
  readCalls: 0,
  writeCalls: 0,
  clientCount: 3,
  ...part,
})
const at = (atMs: number, part?: Partial<EngineSample>) => ({ sample: sample(part), atMs })

test('a micro may use two CPUs, a GB of memory and 11 MB a second of its disk', () => {
  expect(limits).toEqual({
    cpus: 2,
    memoryBytes: 1024 * MB,
    maxConnections: 60,
    iops: 500,
    bytesPerSecond: 11 * MB,
  })
})

test('a size with more CPUs than the machine has is busy when the machine is', () => {
  const { cpus } = limitsOf('16xlarge', disk, 8)
  expect(cpus).toBe(8)
  const busy = usageBetween(at(0), at(1000, { cpuSeconds: 8 }), limitsOf('16xlarge', disk, 8))
  expect(busy.cpu_usage).toBe(100)
})

test('the first look tells what there is, not how much is used', () => {
  expect(usageBetween(undefined, at(0), limits)).toEqual({
    ram_usage: 25,
    ram_bytes: 256 * MB,
    connections: 3,
    cpu_usage: null,
    disk_io: null,
    disk_read: null,
    disk_write: null,
    disk_iops: null,
  })
})

test('CPU is a share of all that the size has', () => {
  const usage = usageBetween(at(0), at(15_000, { cpuSeconds: 15 }), limits)
  expect(usage.cpu_usage).toBe(50)
})

test('a server that was started anew counts from the beginning', () => {
  const before = at(0, { cpuSeconds: 1000 })
  expect(usageBetween(before, at(15_000, { pid: 2, cpuSeconds: 1 }), limits).cpu_usage).toBeNull()
})

test('a count that went down is no use, never less than none', () => {
  const usage = usageBetween(at(0, { readBytes: MB }), at(1000), limits)
  expect(usage).toMatchObject({ disk_read: 0, disk_iops: 0, disk_io: 0 })
})

test('many small pages are bound by operations', () => {
  // 250 pages a second, a call for each
  const usage = usageBetween(at(0), at(1000, { readBytes: 250 * 8192, readCalls: 250 }), limits)
  expect(usage).toMatchObject({ disk_iops: 250, disk_io: 50 })
})

test('few large calls are bound by throughput', () => {
  const usage = usageBetween(at(0), at(1000, { writtenBytes: 22 * MB, writeCalls: 22 }), limits)
  expect(usage).toMatchObject({ disk_iops: 22, disk_io: 200, disk_write: 22 * MB })
})

test('calls that moved nothing from the disk are not its work', () => {
  const usage = usageBetween(at(0), at(1000, { readCalls: 100_000 }), limits)
  expect(usage).toMatchObject({ disk_iops: 0, disk_io: 0 })
})
