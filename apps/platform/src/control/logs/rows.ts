import type { LogQueryAnswer } from '@plinth/contract'
import type { RowsRead } from '@plinth/postgres'

/** Rows as JSON: numbers where they are exact, times as ISO writes them, JSON as what it holds. */
export function asJson({ columns, rows, truncated }: RowsRead): Omit<LogQueryAnswer, 'error'> {
  const named = uniqueNames(columns.map(({ name }) => name))
  const result = rows.map((values) =>
    Object.fromEntries(
      values.map((text, index) => [
        named[index],
        text === null ? null : valueOf(text, columns[index]?.type),
      ]),
    ),
  )
  const shown = columns.map(({ type }, index) => ({ name: named[index] ?? '', type }))
  return { result, columns: shown, truncated }
}

function valueOf(text: string, type: string | undefined): unknown {
  switch (type) {
    case 'bool':
      return text === 't'
    case 'int2':
    case 'int4':
    case 'int8':
    case 'float4':
    case 'float8':
    case 'numeric':
      return exactNumber(text)
    case 'json':
    case 'jsonb':
      // the server has just written it
      return JSON.parse(text) as unknown
    case 'timestamptz':
      return text.replace(' ', 'T').replace(/\+00$/, 'Z')
    default:
      return text
  }
}

/** What a number of JSON cannot hold to the last digit stays text. */
function exactNumber(text: string): number | string {
  const value = Number(text)
  const isInteger = /^-?\d+$/.test(text)
  if (isInteger) return Number.isSafeInteger(value) ? value : text
  return Number.isFinite(value) ? value : text
}

/** An object holds each name once: the second `count` is `count_2`. */
function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let free = name
    for (let n = 2; taken.has(free); n++) free = `${name}_${n}`
    taken.add(free)
    return free
  })
}
