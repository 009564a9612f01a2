// as many as Node has threads for files, twice, so that none of them waits for us
const WIDTH = 8

/** Works on all items, a few at once, and answers in their order. The first failure ends it, after what has begun. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const next = items.entries()
  let failed = false
  const worker = async () => {
    for (const [index, item] of next) {
      if (failed) return
      try {
        results[index] = await work(item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const workers = await Promise.allSettled(Array.from({ length: WIDTH }, worker))
  const failure = workers.find((one) => one.status === 'rejected')
  if (failure) throw failure.reason
  return results
}
