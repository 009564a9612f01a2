import type { AvailableVersion } from '@plinth/contract'
import { Badge, Field, RadioCards, Skeleton } from '@plinth/ui'
import { isOriole, versionKey } from './versions.ts'

/** The versions a project can come back with; a single one is only told. */
export function VersionField({
  versions,
  value,
  onChange,
}: {
  versions: readonly AvailableVersion[] | undefined
  value: string | undefined
  onChange: (key: string) => void
}) {
  if (!versions) return <Skeleton className="h-5 w-64" />
  const [first, ...others] = versions
  if (!first) return null
  if (others.length === 0)
    return (
      <p className="flex items-center gap-2 text-sm text-muted">
        It comes back with PostgreSQL {first.version}.<VersionBadge version={first} />
      </p>
    )
  return (
    <Field label="Postgres version">
      <RadioCards
        value={value}
        onChange={onChange}
        options={versions.map((version) => ({
          value: versionKey(version),
          label: `Postgres ${version.postgres_engine}`,
          description: version.version,
          aside: <VersionBadge version={version} />,
        }))}
      />
    </Field>
  )
}

const VersionBadge = ({ version }: { version: AvailableVersion }) => (
  <span className="flex gap-1.5">
    {isOriole(version.postgres_engine) && <Badge tone="accent">OrioleDB</Badge>}
    {version.release_channel !== 'ga' && <Badge tone="warning">{version.release_channel}</Badge>}
  </span>
)
