import type { CloudProvider, PostgresEngine } from '@plinth/contract'
import { Field, RadioCards, Skeleton } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'

/** The versions of Postgres that are installed where the project will run. */
export function VersionField({
  slug,
  provider,
  region,
  value,
  onChange,
  error,
}: {
  slug: string
  provider: CloudProvider
  region: string
  value: PostgresEngine | undefined
  onChange: (engine: PostgresEngine) => void
  error: string | undefined
}) {
  const { data, error: failure } = useQuery(
    api.versions.available.queryOptions({
      input: { slug, provider, region },
      // asked only once it is known where (spec §7)
      enabled: slug !== '_' && region !== '',
    }),
  )
  return (
    <Field
      layout="row"
      label="Postgres version"
      error={error ?? (failure ? messageOf(failure) : undefined)}
    >
      {data ? (
        <RadioCards
          columns={2}
          value={value}
          onChange={onChange}
          options={data.available_versions.map(({ postgres_engine, release_channel, version }) => ({
            value: postgres_engine,
            label: `Postgres ${postgres_engine}`,
            description: release_channel === 'ga' ? version : `${version}, beta`,
          }))}
        />
      ) : (
        <Skeleton className="h-16" />
      )}
    </Field>
  )
}
