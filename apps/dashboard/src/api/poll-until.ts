type Polled<Data> = { readonly state: { readonly data: Data | undefined } }

/** Asks again every `ms` until `isDone`: the stop condition stands in sight of the interval. */
export const pollUntil =
  <Data>(isDone: (data: Data) => boolean, ms: number) =>
  ({ state }: Polled<Data>): number | false =>
    state.data !== undefined && isDone(state.data) ? false : ms

export type PollPlan<Data> = {
  /** How long after the page came up it is first asked. */
  readonly firstMs: number
  readonly everyMs: number
  readonly isDone: (data: Data) => boolean
}

type Dated<Data> = {
  readonly state: { readonly data: Data | undefined; readonly dataUpdatedAt: number }
}

/**
 * The same for a page that leaves what it waits for some time first. What was known before the page
 * came up is no answer: it may be from before the change that the page waits for.
 */
export const pollBy =
  <Data>({ firstMs, everyMs, isDone }: PollPlan<Data>, shownAtMs: number) =>
  ({ state }: Dated<Data>): number | false => {
    if (state.data === undefined || state.dataUpdatedAt <= shownAtMs) return firstMs
    return isDone(state.data) ? false : everyMs
  }
