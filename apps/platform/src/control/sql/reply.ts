/** What goes out: small answers as one piece, large ones as they come. */
export type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

type Options = {
  /** Called once, when the last byte has been read or the reader went away. */
  readonly onEnd: () => void
}

/**
 * A stream costs a small answer more than the query itself, so what is complete in its first piece
 * is sent as that piece.
 */
export async function replyBody(
  stream: ReadableStream<Uint8Array>,
  { onEnd }: Options,
): Promise<Body> {
  const reader = stream.getReader()
  let isEnded = false
  const end = () => {
    if (!isEnded) onEnd()
    isEnded = true
  }
  try {
    const first = await reader.read()
    const second = first.done ? first : await reader.read()
    if (second.done) {
      end()
      // the bytes were made by us, in memory of our own
      return (first.value ?? new Uint8Array()) as Uint8Array<ArrayBuffer>
    }
    return rest(reader, { pieces: [first.value, second.value], end })
  } catch (error) {
    end()
    throw error
  }
}

type Rest = { readonly pieces: (Uint8Array | undefined)[]; readonly end: () => void }

function rest(reader: ReadableStreamDefaultReader<Uint8Array>, { pieces, end }: Rest) {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = pieces.shift()
        if (piece) return controller.enqueue(piece)
        try {
          const { done, value } = await reader.read()
          if (!done) return controller.enqueue(value)
          end()
          controller.close()
        } catch (error) {
          end()
          controller.error(error)
        }
      },
      async cancel(reason) {
        await reader.cancel(reason)
        end()
      },
    },
    { highWaterMark: 0 },
  )
}
