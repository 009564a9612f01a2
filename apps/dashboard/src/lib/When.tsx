import { RelativeTime } from '@plinth/ui'
import { useNow } from './use-now.ts'
import { dateAndZone, fromNow } from './date.ts'
import { MINUTE } from './time.ts'

/** A moment in words that stay true while the page is open, with the exact one on hover and focus. */
export function When({
  date,
  text = fromNow,
  title = dateAndZone,
}: {
  date: string
  text?: (date: string) => string
  title?: (date: string) => string
}) {
  useNow(true, MINUTE)
  return <RelativeTime date={date} text={text(date)} title={title(date)} />
}
