import type { ComputeSize, ProjectOptions } from '@plinth/contract'
import { Button, Field, RadioCards } from '@plinth/ui'
import { useState } from 'react'
import { count } from '#app/lib/count.ts'
import { perHour, perMonth } from '#app/lib/format-price.ts'

type Size = ProjectOptions['sizes'][number]

const memory = (mb: number) => (mb < 1024 ? `${mb} MB` : `${mb / 1024} GB`)

const cardOf = (size: Size) => ({
  value: size.id,
  label: size.label,
  description: `${memory(size.memory_mb)} memory, ${size.cpus} cores`,
  aside: (
    <span className="flex flex-col items-end">
      <span className="font-medium text-fg">{perMonth(size.price_monthly_usd)}</span>
      {size.price_hourly_usd > 0 && <span>{perHour(size.price_hourly_usd)}</span>}
    </span>
  ),
  disabledReason: size.unavailable_reason ?? undefined,
})

/** The sizes this machine can give; the others on request, each with what keeps it from being given. */
export function ComputeSizeField({
  sizes,
  value,
  onChange,
  error,
}: {
  sizes: readonly Size[]
  value: ComputeSize | undefined
  onChange: (size: ComputeSize) => void
  error: string | undefined
}) {
  const [showsAll, setShowsAll] = useState(false)
  const given = sizes.filter((size) => size.unavailable_reason === null)
  const others = sizes.length - given.length
  return (
    <Field
      layout="row"
      label="Compute size"
      hint="Sets real limits of the database, such as its memory and connections. It can be changed later."
      error={error}
    >
      <RadioCards
        value={value}
        onChange={onChange}
        options={(showsAll ? sizes : given).map(cardOf)}
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
    </Field>
  )
}
