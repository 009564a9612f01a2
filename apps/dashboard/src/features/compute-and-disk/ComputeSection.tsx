import { COMPUTE, type ComputeSize, type Project, type ProjectOptions } from '@plinth/contract'
import { Button, RadioCards, SettingsSection } from '@plinth/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#app/api/client.ts'
import { count } from '#app/lib/count.ts'
import { perHour, perMonth } from '#app/lib/format-price.ts'

type Size = ProjectOptions['sizes'][number]

const memory = (mb: number) => (mb < 1024 ? `${mb} MB` : `${mb / 1024} GB`)

const cardOf = (size: Size, current: ComputeSize) => ({
  value: size.id,
  label: size.id === current ? `${size.label}, as it is now` : size.label,
  // a number never stands at the end of a line without what it counts
  description: [
    `${memory(size.memory_mb)} memory`,
    `${size.cpus} cores`,
    `${COMPUTE[size.id].maxConnections} connections`,
  ]
    .map((part) => part.replaceAll(' ', '\u00a0'))
    .join(', '),
  aside: (
    <span className="flex flex-col items-end">
      <span className="font-medium text-fg">{perMonth(size.price_monthly_usd)}</span>
      {size.price_hourly_usd > 0 && <span>{perHour(size.price_hourly_usd)}</span>}
    </span>
  ),
  disabledReason: size.id === current ? undefined : (size.unavailable_reason ?? undefined),
})

/** The sizes this machine can give, and the present one; the others on request, with their reasons. */
export function ComputeSection({
  project,
  value,
  onChange,
  refusal,
}: {
  project: Project
  value: ComputeSize
  onChange: (part: { compute: ComputeSize }) => void
  refusal: string | undefined
}) {
  const { organization_slug: slug, instance_size: current } = project
  const { data } = useSuspenseQuery(api.versions.options.queryOptions({ input: { slug } }))
  const [showsAll, setShowsAll] = useState(false)
  const given = data.sizes.filter(
    ({ id, unavailable_reason }) => unavailable_reason === null || id === current,
  )
  const others = data.sizes.length - given.length
  return (
    <SettingsSection
      title="Compute size"
      description="Sets real limits of the database: its memory, its connections, and what it may do to its disk."
      note={refusal}
    >
      <div className="flex flex-col gap-3">
        <RadioCards
          aria-label="Compute size"
          columns={2}
          disabled={refusal !== undefined}
          value={value}
          onChange={(compute) => onChange({ compute })}
          options={(showsAll ? data.sizes : given).map((size) => cardOf(size, current))}
        />
        {others > 0 && (
          <Button
            variant="link"
            className="self-start"
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll
              ? 'Hide what does not fit'
              : `Show ${count(others, 'size')} that do not fit here`}
          </Button>
        )}
      </div>
    </SettingsSection>
  )
}
