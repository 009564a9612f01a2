const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** A size as a disk's owner reads it: '7.6 MB', in steps of 1024 as PostgreSQL counts. */
export function formatBytes(bytes: number): string {
  const step = Math.min(
    UNITS.length - 1,
    bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)),
  )
  const amount = bytes / 1024 ** step
  const digits = step === 0 || amount >= 100 ? 0 : 1
  return `${amount.toLocaleString('en', { maximumFractionDigits: digits })} ${UNITS[step] ?? ''}`
}
