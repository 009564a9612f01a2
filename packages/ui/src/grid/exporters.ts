import { isJsonDocument } from './pretty-json.ts'
import { isBoolean, isJson, isNumeric, type ResultColumn, type ResultRow } from './result-types.ts'

type Result = { columns: readonly ResultColumn[]; rows: readonly ResultRow[] }

/** RFC 4180 with CRLF. NULL is an empty field and an empty text is `""`, as in PostgreSQL's own CSV. */
export function rowsToCsv({ columns, rows }: Result): string {
  const field = (value: string | null) => {
    if (value === null) return ''
    return value === '' || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
  }
  const lines = [columns.map(({ name }) => name), ...rows]
  return lines.map((line) => `${line.map(field).join(',')}\r\n`).join('')
}

/**
 * An array of objects. Numbers are numbers only where a reader's double holds them exactly, otherwise
 * text; JSON columns are embedded as they are; a repeated column name gets a number.
 */
export function rowsToJson({ columns, rows }: Result): string {
  if (rows.length === 0) return '[]\n'
  const keys = uniqueNames(columns).map((name) => JSON.stringify(name))
  const objects = rows.map((row) => {
    const members = columns.map(
      ({ type }, index) => `${keys[index]}: ${jsonLiteral(row[index] ?? null, type)}`,
    )
    return `  { ${members.join(', ')} }`
  })
  return `[\n${objects.join(',\n')}\n]\n`
}

/** A GitHub table; NULL is `NULL`. */
export function rowsToMarkdown({ columns, rows }: Result): string {
  const cell = (value: string | null) =>
    value === null
      ? 'NULL'
      : value.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll(/\r?\n/g, '<br>')
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
  return [
    line(columns.map(({ name }) => cell(name))),
    line(columns.map(({ type }) => (isNumeric(type) ? '---:' : '---'))),
    ...rows.map((row) => line(columns.map((_, index) => cell(row[index] ?? null)))),
  ].join('')
}

function jsonLiteral(value: string | null, type: string): string {
  if (value === null) return 'null'
  if (isNumeric(type) && isExactNumber(value)) return value
  if (isBoolean(type)) return value === 't' || value === 'true' ? 'true' : 'false'
  if (isJson(type) && isJsonDocument(value)) return value
  return JSON.stringify(value)
}

// 15 significant digits survive a double whatever the exponent in reach; integers up to 2^53 do too
function isExactNumber(text: string): boolean {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return false
  const value = Number(text)
  if (!Number.isFinite(value)) return false
  if (/^-?\d+$/.test(text)) return Number.isSafeInteger(value)
  const [mantissa = ''] = text.toLowerCase().split('e')
  const isUnderflow = value === 0 && /[1-9]/.test(mantissa)
  return !isUnderflow && mantissa.replaceAll(/[-.]/g, '').replace(/^0+/, '').length <= 15
}

function uniqueNames(columns: readonly ResultColumn[]): string[] {
  const taken = new Set<string>()
  return columns.map(({ name }) => {
    let unique = name
    for (let n = 2; taken.has(unique); n += 1) unique = `${name}_${n}`
    taken.add(unique)
    return unique
  })
}
