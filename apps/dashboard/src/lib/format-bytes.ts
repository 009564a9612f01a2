const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** A size as a disk's owner reads it: '7.6 MB', in steps of 1024 as PostgreSQL counts. */
export function formatBytes(bytes: number): string {
  const step = Math.min(
    UNITS.length - 1,
    bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)),
  )
  const amount = bytes / 1024 ** step
  const digits = step === 0 || amount >= 100 || Number.isInteger(amount) ? 0 : 1
  // 28.0 below 27.9, or a column of them would not stand in line; a disk of 8 GB is no 8.0
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return `${amount.toLocaleString('en', options)} ${UNITS[step] ?? ''}`
}
