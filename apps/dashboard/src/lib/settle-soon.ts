/** Long enough for an answer of the platform, short enough not to be felt as waiting. */
const SOON_MS = 300

/**
 * For a loader: what a page begins with, where it comes at once, so that nothing moves when it does.
 * What takes longer is waited for on the page, which has more to show than that.
 */
export const settleSoon = (...wanted: readonly Promise<unknown>[]): Promise<unknown> =>
  Promise.race([Promise.allSettled(wanted), new Promise((resolve) => setTimeout(resolve, SOON_MS))])
