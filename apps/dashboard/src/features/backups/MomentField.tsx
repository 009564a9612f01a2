import { Button, Field, Input } from '@plinth/ui'
import { fromNow } from '#app/lib/date.ts'
import {
  type Chosen,
  type Range,
  type Zone,
  picked,
  shortcuts,
  toInput,
  typed,
  wholeSeconds,
} from './moment.ts'
import { otherWords } from './moment-words.ts'

/** Date and time to the second; the browser's own picker, within what can be restored. */
export function MomentField({
  range,
  zone,
  chosen,
  onChoose,
  moment,
  error,
}: {
  range: Range
  zone: Zone
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
  moment: Date | undefined
  error: string | undefined
}) {
  const { earliest, latest } = wholeSeconds(range)
  const other = moment && otherWords(moment, zone)
  return (
    <Field
      layout="row"
      label="Restore to"
      error={error}
      hint={
        moment && !error
          ? [fromNow(moment), ...(other ? [`which is ${other}`] : [])].join(', ')
          : 'The database gets back what had been committed by this second.'
      }
    >
      <Input
        type="datetime-local"
        step={1}
        min={toInput(earliest, zone)}
        max={toInput(latest, zone)}
        value={chosen.text}
        onChange={(event) => onChoose(typed(event.target.value))}
      />
      <div className="flex flex-wrap gap-1.5">
        {shortcuts(range).map((shortcut) => (
          <Button
            key={shortcut.label}
            size="xs"
            onClick={() => onChoose(picked(shortcut.moment, zone))}
          >
            {shortcut.label}
          </Button>
        ))}
      </div>
    </Field>
  )
}
