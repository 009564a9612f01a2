// what file systems refuse, or read as a path
const UNSAFE = /[\p{Cc}\p{Cf}/\\:*?"<>|.]+/gu
const LENGTH = 80

export const EXPORT_FORMATS = {
  csv: { label: 'CSV', extension: 'csv', mime: 'text/csv' },
  json: { label: 'JSON', extension: 'json', mime: 'application/json' },
  markdown: { label: 'Markdown', extension: 'md', mime: 'text/markdown' },
} as const
export type ExportFormat = keyof typeof EXPORT_FORMATS

export type ExportOf = {
  readonly name: string
  readonly format: ExportFormat
  readonly index: number
  /** A single result needs no number. */
  readonly count: number
}

/** 'Active users' becomes active-users.csv, or active-users-2.csv where there are several results. */
export function exportFileName({ name, format, index, count }: ExportOf): string {
  const base = name
    .normalize('NFC')
    .replaceAll(UNSAFE, ' ')
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, '-')
    .slice(0, LENGTH)
    .replace(/-+$/, '')
  const number = count > 1 ? `-${index + 1}` : ''
  return `${base || 'query'}${number}.${EXPORT_FORMATS[format].extension}`
}
