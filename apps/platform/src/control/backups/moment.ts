import { AppError } from '#app/base/app-error.ts'

type Range = { readonly earliest: Date; readonly latest: Date }

/** @throws AppError MOMENT_NOT_RECOVERABLE with the range that is */
export function momentOf(unixSeconds: number, range: Range | undefined): Date {
  const moment = new Date(unixSeconds * 1000)
  // a second is asked for, and the archive knows parts of one
  const isBefore = range && moment.getTime() < Math.floor(range.earliest.getTime() / 1000) * 1000
  if (!range || isBefore || moment > range.latest) {
    throw new AppError('MOMENT_NOT_RECOVERABLE', {
      data: {
        earliest: range?.earliest.toISOString() ?? null,
        latest: range?.latest.toISOString() ?? null,
      },
    })
  }
  return moment < range.earliest ? range.earliest : moment
}
