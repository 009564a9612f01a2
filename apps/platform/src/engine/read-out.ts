// what is read from holds a server and a copy of a whole database
const IDLE_MS = 2 * 60_000

/**
 * What is produced piece by piece, as a body of an answer. Nothing begins before somebody reads; who
 * leaves, or takes no further piece for too long, ends it, and what it held is given back.
 */
export function readOut(
  produce: (signal: AbortSignal) => AsyncGenerator<Buffer | string, void>,
  idleMs = IDLE_MS,
): ReadableStream<Uint8Array> {
  const ending = new AbortController()
  const pieces = produce(ending.signal)
  let idle: NodeJS.Timeout | undefined

  async function end() {
    clearTimeout(idle)
    ending.abort()
    // what it was at ends with an error of its own, which nobody waits for any more
    await pieces.return().catch(() => undefined)
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(idle)
        const { done, value } = await pieces.next()
        if (done) return controller.close()
        controller.enqueue(Buffer.from(value))
        idle = setTimeout(() => {
          controller.error(new Error('Nobody has read on for too long'))
          void end()
        }, idleMs)
        idle.unref()
      },
      cancel: end,
    },
    // no piece is fetched ahead of whoever reads
    { highWaterMark: 0 },
  )
}
