import { DISK_KINDS, type Disk, type DiskType, type Project } from '@plinth/contract'
import { Alert, Field, Input, RadioCards, SettingsSection } from '@plinth/ui'
import { dateAndZone, fromNow } from '#app/lib/date.ts'
import { formatBytes } from '#app/lib/format-bytes.ts'
import { type Draft, type Problems, withType } from './draft.ts'

const KINDS = [
  {
    value: 'gp3',
    label: 'gp3',
    description: 'For most. IOPS and throughput are chosen; a good part of both is included.',
  },
  {
    value: 'io2',
    label: 'io2',
    description: 'For databases that wait for their disk: more IOPS, each of them paid for.',
  },
] as const satisfies readonly { value: DiskType; label: string; description: string }[]

const range = ([least, most]: readonly [number, number]) =>
  `${least.toLocaleString('en')} to ${most.toLocaleString('en')}`

/** Type, size and speed of the disk, each checked by the rules that the platform goes by. */
export function DiskSection({
  project,
  disk,
  draft,
  problems,
  onChange,
  refusal,
}: {
  project: Project
  disk: Disk
  draft: Draft
  problems: Problems
  onChange: (part: Partial<Draft>) => void
  refusal: string | undefined
}) {
  const kind = DISK_KINDS[draft.type]
  const isLocked = refusal !== undefined || disk.modifiable_at !== null
  const number = (field: 'size_gb' | 'iops' | 'throughput_mbps', unit: string) => (
    <Input
      type="number"
      inputMode="numeric"
      min={0}
      suffix={unit}
      disabled={isLocked}
      value={draft[field]}
      onChange={(event) => onChange({ [field]: event.target.value })}
    />
  )
  return (
    <SettingsSection
      title="Disk"
      description={
        project.cloud_provider === 'LOCAL'
          ? 'The size is a limit that is kept on this machine; at 95 % of it the project only reads.'
          : undefined
      }
      note={refusal}
    >
      {disk.modifiable_at && (
        <div>
          <Alert title={`The disk can be changed again ${fromNow(disk.modifiable_at)}`}>
            It was changed less than six hours ago, and rests until{' '}
            {dateAndZone(disk.modifiable_at)}. A project restored from a backup starts with a disk
            of its own.
          </Alert>
        </div>
      )}
      <Field layout="row" label="Type" error={problems.type}>
        <RadioCards
          value={draft.type}
          disabled={isLocked}
          onChange={(type) => onChange(withType(draft, type))}
          options={KINDS}
        />
      </Field>
      <Field
        layout="row"
        label="Size"
        error={problems.size_gb}
        hint={`It can grow, never shrink. ${formatBytes(disk.machine_free_bytes)} are free on this machine.`}
      >
        {number('size_gb', 'GB')}
      </Field>
      <Field
        layout="row"
        label="IOPS"
        error={problems.iops}
        hint={`${range(kind.iops)}, at most ${kind.iopsPerGb.toLocaleString('en')} for each GB.`}
      >
        {number('iops', 'IOPS')}
      </Field>
      {kind.throughputMbps ? (
        <Field
          layout="row"
          label="Throughput"
          error={problems.throughput_mbps}
          hint={`${range(kind.throughputMbps)} MB/s. More needs more IOPS.`}
        >
          {number('throughput_mbps', 'MB/s')}
        </Field>
      ) : (
        <p className="text-muted">With io2 the throughput follows from the IOPS.</p>
      )}
    </SettingsSection>
  )
}
