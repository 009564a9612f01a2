/** '$10 / month'; what costs nothing says so. */
export const perMonth = (usd: number): string =>
  usd === 0 ? 'Free' : `$${usd.toLocaleString('en')} / month`

/** Five digits at most: the smallest size costs $0.01344 an hour. */
export const perHour = (usd: number): string =>
  `$${usd.toLocaleString('en', { maximumFractionDigits: 5 })} / hour`

/** '$12.50', for a sum. */
export const usd = (amount: number): string =>
  `$${amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
