import { ROW_LIMITS } from '@plinth/contract'
import { stored } from '#app/lib/stored.ts'

const NONE = 'none'
const DEFAULT = '100'

export const ROW_LIMIT_OPTIONS = ROW_LIMITS.map((limit) => ({
  value: limit === null ? NONE : String(limit),
  label: limit === null ? 'No limit' : `${limit} rows`,
}))

const isOption = (value: string): value is string =>
  ROW_LIMIT_OPTIONS.some((option) => option.value === value)

const storedLimit = stored('sql-row-limit', isOption)

/** The choice as the selector holds it. */
export const readRowLimit = (): string => storedLimit.read() ?? DEFAULT
export const writeRowLimit = (value: string): void => storedLimit.write(value)

/** The choice as the platform takes it. */
export const rowLimitOf = (value: string): number | null => (value === NONE ? null : Number(value))
