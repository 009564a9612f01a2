import { COMPUTE, DISK_COOLDOWN_S, type MonthlyPrice, type ProjectStatus } from '@plinth/contract'
import { count } from '#app/lib/count.ts'
import { type Draft, type Saved, isDiskChanged, shapeOf } from './draft.ts'

export type Change = { readonly label: string; readonly from: string; readonly to: string }

const shown = (value: number | undefined, unit: string) =>
  value === undefined ? 'none' : `${value.toLocaleString('en')} ${unit}`

/** What would be different, line by line. */
export function changesOf(draft: Draft, { compute, disk }: Saved): readonly Change[] {
  const wanted = shapeOf(draft)
  const all: readonly Change[] = [
    { label: 'Compute size', from: COMPUTE[compute].label, to: COMPUTE[draft.compute].label },
    { label: 'Disk type', from: disk.type, to: wanted.type },
    { label: 'Disk size', from: shown(disk.size_gb, 'GB'), to: shown(wanted.size_gb, 'GB') },
    { label: 'IOPS', from: shown(disk.iops, 'IOPS'), to: shown(wanted.iops, 'IOPS') },
    {
      label: 'Throughput',
      from: shown(disk.throughput_mbps, 'MB/s'),
      to: shown(wanted.throughput_mbps, 'MB/s'),
    },
  ]
  return all.filter(({ from, to }) => from !== to)
}

/** What applying it costs beside the price, told before it happens. */
export function consequencesOf(
  draft: Draft,
  saved: Saved,
  status: ProjectStatus,
): readonly string[] {
  const hours = DISK_COOLDOWN_S / 3600
  const isResized = draft.compute !== saved.compute
  const resize =
    status === 'INACTIVE'
      ? 'The project is paused: it has its new compute size when it is restored.'
      : 'The database restarts for its new compute size. It cannot be reached for some seconds, and every connection ends. If it does not start, it goes back to the size it has.'
  return [
    ...(isResized ? [resize] : []),
    ...(isDiskChanged(draft, saved)
      ? [
          `The disk changes while the database runs. After that it cannot be changed again for ${count(hours, 'hour')}, and it can never be made smaller.`,
        ]
      : []),
  ]
}

export const PRICE_ROWS = [
  ['compute_usd', 'Compute'],
  ['storage_usd', 'Disk space'],
  ['iops_usd', 'IOPS'],
  ['throughput_usd', 'Throughput'],
] as const satisfies readonly (readonly [keyof MonthlyPrice, string])[]
