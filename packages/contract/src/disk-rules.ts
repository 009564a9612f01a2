import { z } from 'zod'
import type { CloudProvider, ComputeSize } from './compute.ts'
import { COMPUTE } from './compute-sizes.ts'
import type { PlanId } from './organizations.ts'

export const DiskType = z.enum(['gp3', 'io2'])
export type DiskType = z.infer<typeof DiskType>

type DiskKind = {
  readonly sizeGb: readonly [least: number, most: number]
  readonly iops: readonly [least: number, most: number]
  /** Null where it follows from the IOPS and cannot be chosen. */
  readonly throughputMbps: readonly [least: number, most: number] | null
  readonly iopsPerGb: number
  readonly included: {
    readonly sizeGb: Readonly<Record<PlanId, number>>
    readonly iops: number
    readonly throughputMbps: number
  }
  readonly monthlyUsd: { readonly gb: number; readonly iops: number; readonly mbps: number }
}

/** Limits, included amounts and prices of spec section 9. */
export const DISK_KINDS = {
  gp3: {
    sizeGb: [1, 16_384],
    iops: [3000, 16_000],
    throughputMbps: [125, 1000],
    iopsPerGb: 3000,
    included: {
      sizeGb: { free: 1, pro: 8, team: 8, enterprise: 8 },
      iops: 3000,
      throughputMbps: 125,
    },
    monthlyUsd: { gb: 0.125, iops: 0.024, mbps: 0.095 },
  },
  io2: {
    sizeGb: [4, 61_440],
    iops: [1500, 256_000],
    throughputMbps: null,
    iopsPerGb: 500,
    included: {
      sizeGb: { free: 0, pro: 0, team: 0, enterprise: 0 },
      iops: 0,
      throughputMbps: 0,
    },
    monthlyUsd: { gb: 0.195, iops: 0.119, mbps: 0 },
  },
} as const satisfies Record<DiskType, DiskKind>

/** The least a disk can be set to; what a free project starts with is smaller. */
export const MIN_DISK_GB = 8

/** How long a disk rests between two changes. */
export const DISK_COOLDOWN_S = 21_600

/** Where the engine has its own rules for disks. */
const OWN_RULES: readonly CloudProvider[] = ['FLY', 'AWS_NIMBUS', 'AWS_K8S']

/** On gp3 these sizes cannot make use of more than what is included. */
const PLAIN_ONLY: readonly ComputeSize[] = ['nano', 'micro', 'small', 'medium']

export const maxIops = (type: DiskType, sizeGb: number): number =>
  Math.min(DISK_KINDS[type].iopsPerGb * sizeGb, DISK_KINDS[type].iops[1])

export const sizeForIops = (type: DiskType, iops: number): number =>
  type === 'gp3' ? Math.max(1, Math.ceil(iops / 500)) : Math.max(4, Math.ceil(iops / 1000))

export const maxThroughput = (iops: number): number => Math.min(0.256 * iops, 1000)

export const iopsForThroughput = (mbps: number): number => Math.max(125, Math.ceil(mbps / 0.256))

export type DiskShape = {
  readonly type: DiskType
  readonly size_gb: number
  readonly iops: number
  /** Only gp3 has it. */
  readonly throughput_mbps?: number | undefined
}

/** The disk of a project that nobody has changed: what its plan includes. */
export const planDisk = (plan: PlanId): DiskShape => {
  const { sizeGb, iops, throughputMbps } = DISK_KINDS.gp3.included
  return { type: 'gp3', size_gb: sizeGb[plan], iops, throughput_mbps: throughputMbps }
}

export type DiskField = 'type' | 'size_gb' | 'iops' | 'throughput_mbps'
export type DiskProblem = { readonly field: DiskField; readonly message: string }

type Place = {
  readonly current: Pick<DiskShape, 'size_gb'>
  readonly compute: ComputeSize
  readonly provider: CloudProvider
}

const shown = (value: number) => value.toLocaleString('en-US')

/** Everything that is wrong with a disk somebody asks for, field by field. */
export function diskProblems(wanted: DiskShape, place: Place): readonly DiskProblem[] {
  if (OWN_RULES.includes(place.provider)) return []
  const size = sizeProblems(wanted, place.current.size_gb)
  return [
    ...size,
    ...iopsProblems(wanted, place.compute, size.length === 0),
    ...throughputProblems(wanted, place.compute),
  ]
}

function sizeProblems({ type, size_gb }: DiskShape, currentGb: number): DiskProblem[] {
  const field = 'size_gb'
  const most = DISK_KINDS[type].sizeGb[1]
  if (!Number.isInteger(size_gb)) return [{ field, message: 'Use a whole number of GB' }]
  if (size_gb < currentGb) {
    return [{ field, message: `A disk cannot shrink: it has ${shown(currentGb)} GB now` }]
  }
  if (size_gb < MIN_DISK_GB) return [{ field, message: `Use at least ${MIN_DISK_GB} GB` }]
  if (size_gb > most) return [{ field, message: `Use at most ${shown(most)} GB with ${type}` }]
  return []
}

function iopsProblems(
  { type, size_gb, iops }: DiskShape,
  compute: ComputeSize,
  hasSize: boolean,
): DiskProblem[] {
  const field = 'iops'
  const { included, iops: range } = DISK_KINDS[type]
  if (type === 'gp3' && PLAIN_ONLY.includes(compute) && iops > included.iops) {
    const message = `${COMPUTE[compute].label} compute cannot use more than ${shown(included.iops)} IOPS`
    return [{ field, message }]
  }
  if (!Number.isInteger(iops) || iops < range[0] || iops > range[1]) {
    const message = `Use ${shown(range[0])} to ${shown(range[1])} IOPS with ${type}`
    return [{ field, message }]
  }
  // a size that no disk has allows nothing, and says so itself
  const most = maxIops(type, size_gb)
  if (!hasSize || iops <= most) return []
  return [{ field, message: `${shown(size_gb)} GB allow at most ${shown(most)} IOPS` }]
}

function throughputProblems(wanted: DiskShape, compute: ComputeSize): DiskProblem[] {
  const field = 'throughput_mbps'
  const { type, iops, throughput_mbps: mbps } = wanted
  if (type === 'io2') {
    return mbps === undefined ? [] : [{ field, message: 'With io2 it follows from the IOPS' }]
  }
  const { included, throughputMbps: range } = DISK_KINDS.gp3
  if (mbps === undefined) return [{ field, message: 'Say how many MB/s' }]
  if (PLAIN_ONLY.includes(compute) && mbps > included.throughputMbps) {
    const message = `${COMPUTE[compute].label} compute cannot use more than ${included.throughputMbps} MB/s`
    return [{ field, message }]
  }
  if (!Number.isInteger(mbps) || mbps < range[0] || mbps > range[1]) {
    return [{ field, message: `Use ${range[0]} to ${shown(range[1])} MB/s` }]
  }
  if (mbps <= maxThroughput(iops)) return []
  return [{ field, message: `${mbps} MB/s need at least ${shown(iopsForThroughput(mbps))} IOPS` }]
}
