import { DataList, SegmentedControl } from '@plinth/ui'
import { fromNow } from '#app/lib/date.ts'
import { MINUTE } from '#app/lib/time.ts'
import { useNow } from '#app/lib/use-now.ts'
import type { Range, Zone } from './moment.ts'
import { inWords } from './moment-words.ts'

const LOCAL = Intl.DateTimeFormat().resolvedOptions().timeZone
const ZONES = [
  { value: 'local', label: LOCAL },
  { value: 'utc', label: 'UTC' },
] as const satisfies readonly { value: Zone; label: string }[]

/** From when to when one can go back, and in which time zone that is told and asked. */
export function RangeRows({
  range: { earliest, latest },
  zone,
  onZone,
}: {
  range: Range
  zone: Zone
  onZone: (zone: Zone) => void
}) {
  useNow(true, MINUTE)
  return (
    <div className="flex flex-col gap-4">
      <DataList
        items={[
          { label: 'Earliest', value: inWords(earliest, zone), hint: fromNow(earliest) },
          { label: 'Latest', value: inWords(latest, zone), hint: fromNow(latest) },
          {
            label: 'Time zone',
            // where one lives by UTC there is nothing to choose
            value:
              LOCAL === 'UTC' ? (
                LOCAL
              ) : (
                <SegmentedControl
                  aria-label="Time zone"
                  value={zone}
                  onChange={onZone}
                  options={ZONES}
                />
              ),
          },
        ]}
      />
    </div>
  )
}
