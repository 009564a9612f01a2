// tables at once: a server of one or two processors has no more to give
const WIDTH = 3

/** One of several that work side by side, with connections of its own. */
type Lane<Item, Result> = AsyncDisposable & {
  readonly work: (item: Item, limit: AbortSignal) => Promise<Result>
}

type Options<Item, Result> = {
  readonly open: () => Lane<Item, Result>
  readonly signal?: AbortSignal | undefined
}

/** Works on all items, several at once, and answers in their order. The first failure is the reason, and ends the others. */
export async function inLanes<Item, Result>(
  items: readonly Item[],
  { open, signal }: Options<Item, Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const next = items.entries()
  const failed = new AbortController()
  const limit = AbortSignal.any([failed.signal, ...(signal ? [signal] : [])])
  const follow = async () => {
    await using lane = open()
    try {
      for (const [index, item] of next) {
        if (limit.aborted) return
        results[index] = await lane.work(item, limit)
      }
    } catch (error) {
      if (!failed.signal.aborted) failed.abort(error)
    }
  }
  await Promise.all(Array.from({ length: WIDTH }, follow))
  signal?.throwIfAborted()
  failed.signal.throwIfAborted()
  return results
}
