import { Button, Field, Input, Popover } from '@plinth/ui'
import { CalendarClock } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { MINUTE, now } from './time.ts'
import {
  fromLocalInput,
  localInput,
  momentsOf,
  PRESETS,
  rangeText,
  type TimeRange,
  tooLong,
} from './time-range.ts'

type TimeRangePickerProps = {
  value: TimeRange
  onChange: (range: TimeRange) => void
  /** How far back there is anything. */
  keptDays: number
}

/** Chooses a range that ends now, or one between two moments. */
export function TimeRangePicker({ value, onChange, keptDays }: TimeRangePickerProps) {
  const [isOpen, setOpen] = useState(false)
  const choose = (range: TimeRange) => {
    setOpen(false)
    onChange(range)
  }
  return (
    <Popover
      aria-label="Time range"
      open={isOpen}
      onOpenChange={setOpen}
      align="end"
      className="w-72 p-0"
      trigger={
        <Button icon={<CalendarClock aria-hidden />} className="max-w-full">
          <span className="truncate">{rangeText(value)}</span>
        </Button>
      }
    >
      <ul className="flex flex-col p-1.5">
        {PRESETS.map((preset) => (
          <li key={preset.value}>
            <Button
              variant="ghost"
              className="w-full justify-start aria-pressed:bg-active aria-pressed:text-fg"
              aria-pressed={'preset' in value && value.preset === preset.value}
              disabledReason={tooLong(preset.ms, keptDays)}
              onClick={() => choose({ preset: preset.value })}
            >
              {preset.label}
            </Button>
          </li>
        ))}
      </ul>
      {isOpen && <Between value={value} keptDays={keptDays} onChoose={choose} />}
    </Popover>
  )
}

type BetweenProps = Pick<TimeRangePickerProps, 'value' | 'keptDays'> & {
  onChoose: (range: TimeRange) => void
}

function Between({ value, keptDays, onChoose }: BetweenProps) {
  const [first] = useState(() => momentsOf(value))
  const [start, setStart] = useState(() => localInput(first.start))
  const [end, setEnd] = useState(() => localInput(first.end))
  const [error, setError] = useState<string>()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const [from, to] = [fromLocalInput(start), fromLocalInput(end)]
    if (!from || !to) return setError('Enter both moments')
    if (from >= to) return setError('The range has to begin before it ends')
    const refusal = tooLong(now() - Date.parse(from) - MINUTE, keptDays)
    if (refusal) return setError(refusal)
    onChoose({ start: from, end: to })
  }
  return (
    <form
      onSubmit={submit}
      noValidate
      className="flex flex-col gap-3 border-t border-line p-3"
      aria-label="Between two moments"
    >
      <Field label="From" error={error}>
        <Input
          type="datetime-local"
          step={1}
          value={start}
          onChange={(event) => setStart(event.target.value)}
        />
      </Field>
      <Field label="To">
        <Input
          type="datetime-local"
          step={1}
          value={end}
          onChange={(event) => setEnd(event.target.value)}
        />
      </Field>
      <Button type="submit">Show this range</Button>
    </form>
  )
}
