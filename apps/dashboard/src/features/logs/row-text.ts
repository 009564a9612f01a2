import type { LogRow } from '@plinth/contract'
import type { Tone } from '@plinth/ui'

const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** What a row is marked with: a status, a severity, a level. */
export function markOf(row: LogRow): { readonly label: string; readonly tone: Tone } {
  const status = row['status_code']
  if (typeof status === 'number') {
    const tone = status >= 500 ? 'danger' : status >= 400 ? 'warning' : 'success'
    return { label: String(status), tone }
  }
  const label = text(row['error_severity']) ?? text(row['level']) ?? 'log'
  const name = label.toUpperCase()
  if (['ERROR', 'FATAL', 'PANIC'].includes(name)) return { label, tone: 'danger' }
  return { label, tone: name.startsWith('WARN') ? 'warning' : 'neutral' }
}

/** The line of a row in the list. */
export function lineOf(row: LogRow): string {
  const [method, path] = [text(row['method']), text(row['path'])]
  if (!method || path === undefined) return row.event_message ?? ''
  const search = text(row['search'])
  const service = text(row['service'])
  return `${method} ${service ? `/${service}` : ''}${path}${search ? `?${search}` : ''}`
}

/** What stands at the end of a line, if anything. */
export function endOf(row: LogRow): string | undefined {
  const took = row['took_ms']
  if (typeof took !== 'number') return text(row['function_slug'])
  return took < 10 ? `${took.toFixed(1)} ms` : `${Math.round(took)} ms`
}
