type Polled<Data> = { readonly state: { readonly data: Data | undefined } }

/** Asks again every `ms` until `isDone`: the stop condition stands in sight of the interval. */
export const pollUntil =
  <Data>(isDone: (data: Data) => boolean, ms: number) =>
  ({ state }: Polled<Data>): number | false =>
    state.data !== undefined && isDone(state.data) ? false : ms
