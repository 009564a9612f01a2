import {
  type ComputeSize,
  DISK_KINDS,
  type DiskField,
  type DiskShape,
  type DiskType,
  type Project,
  type WantedDisk,
  diskProblems,
} from '@plinth/contract'
import type { z } from 'zod'

/** The form as it stands on screen: what is typed is text until it is a number. */
export type Draft = {
  readonly compute: ComputeSize
  readonly type: DiskType
  readonly size_gb: string
  readonly iops: string
  readonly throughput_mbps: string
}

export type Saved = { readonly compute: ComputeSize; readonly disk: DiskShape }

export const draftOf = ({ compute, disk }: Saved): Draft => ({
  compute,
  type: disk.type,
  size_gb: String(disk.size_gb),
  iops: String(disk.iops),
  throughput_mbps: disk.throughput_mbps === undefined ? '' : String(disk.throughput_mbps),
})

// Number('') is 0, which would pass for something somebody typed
const numberOf = (text: string) => (text.trim() === '' ? NaN : Number(text))

/** The disk that the form asks for; what is no number yet is NaN. */
export const shapeOf = ({ type, size_gb, iops, throughput_mbps }: Draft): DiskShape => ({
  type,
  size_gb: numberOf(size_gb),
  iops: numberOf(iops),
  ...(type === 'gp3' && { throughput_mbps: numberOf(throughput_mbps) }),
})

/** Another kind of disk begins with the least of what it has, or what was typed where that is more. */
export function withType(draft: Draft, type: DiskType): Draft {
  const { iops, throughputMbps, sizeGb } = DISK_KINDS[type]
  const atLeast = (text: string, least: number) => String(Math.max(least, numberOf(text) || 0))
  return {
    ...draft,
    type,
    size_gb: atLeast(draft.size_gb, sizeGb[0]),
    iops: String(iops[0]),
    throughput_mbps: throughputMbps ? String(throughputMbps[0]) : '',
  }
}

export const isDiskChanged = (draft: Draft, { disk }: Saved): boolean => {
  const wanted = shapeOf(draft)
  return (
    wanted.type !== disk.type ||
    wanted.size_gb !== disk.size_gb ||
    wanted.iops !== disk.iops ||
    wanted.throughput_mbps !== disk.throughput_mbps
  )
}

export type Problems = Partial<Record<DiskField, string>>

/** What is wrong with the disk, by field; a disk that stays as it is is never wrong. */
export function problemsOf(
  draft: Draft,
  saved: Saved,
  { cloud_provider: provider }: Pick<Project, 'cloud_provider'>,
): Problems {
  if (!isDiskChanged(draft, saved)) return {}
  const untyped = untypedProblems(draft)
  // rules between the fields have nothing to say of one that is no number yet
  if (Object.keys(untyped).length > 0) return untyped
  const under = (compute: ComputeSize) => {
    const found = diskProblems(shapeOf(draft), { current: saved.disk, compute, provider })
    return Object.fromEntries(found.map(({ field, message }) => [field, message])) as Problems // by field
  }
  // the disk is changed before the compute size, so it has to suit the one there is
  const now = under(saved.compute)
  const then = under(draft.compute)
  const entries = Object.entries(now).map(([field, message]) => [
    field,
    field in then ? message : `${message}. Resize first: the disk can follow once that is done`,
  ])
  return Object.fromEntries(entries) as Problems // the same fields
}

const untypedProblems = (draft: Draft): Problems => {
  const { type: _type, ...numbers } = shapeOf(draft)
  const missing = Object.keys(numbers).filter(
    (field) => !Number.isInteger(numbers[field as keyof typeof numbers]), // its own keys
  )
  return Object.fromEntries(missing.map((field) => [field, 'Use a whole number']))
}

/** The call's attributes; the form has no problem by then. */
export function wantedOf(draft: Draft): z.infer<typeof WantedDisk> {
  const { size_gb, iops, throughput_mbps = 0 } = shapeOf(draft)
  return draft.type === 'gp3'
    ? { type: 'gp3', size_gb, iops, throughput_mbps }
    : { type: 'io2', size_gb, iops }
}
