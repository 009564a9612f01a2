import { useMemo } from 'react'
import { errorPlace, type ErrorPlace } from './error-place.ts'
import type { Answered } from './run-state.ts'
import type { Saver } from './saver.ts'

type ErrorMark = {
  /** Where the error stood in the text that was run. */
  readonly place: ErrorPlace | undefined
  /** The same for the editor to mark, while that is still the text it shows. */
  readonly marker: { from: number; to: number; message: string } | undefined
}

/** The mark of an answer's error; it leaves with the first change of the text and never follows it. */
export function useErrorMark(answer: Answered | null, saver: Saver, sql: string): ErrorMark {
  const marked = useMemo(() => {
    const error = answer?.result.error
    if (!error) return undefined
    // as it is when the answer comes: whoever typed on while the query ran gets no mark
    const text = saver.text().sql
    const place = errorPlace(text, answer.sent, error)
    const marker = place && { from: place.from, to: place.to, message: error.message }
    return { text, place, marker }
  }, [answer, saver])
  return { place: marked?.place, marker: marked?.text === sql ? marked.marker : undefined }
}
