/** A search parameter as text. The router has parsed it as JSON, so that a token of digits is a number by now. */
export const textParam = (value: unknown): string | undefined => {
  if (typeof value === 'string' && value !== '') return value
  return typeof value === 'number' ? String(value) : undefined
}

/** One of a closed set, or nothing: an address typed by hand must not break a page. */
export const choiceParam = <Value extends string>(
  value: unknown,
  choices: readonly Value[],
): Value | undefined => choices.find((choice) => choice === value)

/** A page's number, from 1. */
export const pageParam = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 1 ? value : undefined
