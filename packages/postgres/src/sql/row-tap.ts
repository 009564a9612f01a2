import type { Duplex } from 'node:stream'

/** Gets the body of one DataRow message: it lies in `bytes` from `start` to `end`. */
export type RawRow = (bytes: Buffer, start: number, end: number) => void

const header = 5 // a letter and the length that follows it
const dataRow = 0x44 // 'D'

/**
 * Takes the rows out of a connection's stream before pg's parser makes strings of them; everything
 * else goes on to the parser, in order. Returns what puts the stream back as it was.
 */
export function tapRows(stream: Duplex, onRow: RawRow): () => void {
  const parsers = stream.listeners('data') as ((bytes: Buffer) => void)[] // as `on('data')` types them
  // the pieces of a message that is not complete yet, and how many bytes make it so
  let [pieces, held, needed]: [Buffer[], number, number] = [[], 0, header]
  let isOver = false

  const passOn = (bytes: Buffer) => {
    if (bytes.length > 0) for (const parse of parsers) parse(bytes)
  }

  function onData(chunk: Buffer) {
    pieces.push(chunk)
    held += chunk.length
    // a value of many megabytes comes in many pieces: put them together once, not each time
    if (held < needed) return
    const bytes = pieces.length === 1 ? chunk : Buffer.concat(pieces, held)
    ;[pieces, held, needed] = [[], 0, header]
    const rest = passMessages(bytes)
    if (rest.length === 0) return
    if (isOver) return passOn(rest)
    needed = rest.length < header ? header : 1 + rest.readUInt32BE(1)
    ;[pieces, held] = [[rest], rest.length]
  }

  /** Handles the complete messages and returns what comes after them. */
  function passMessages(bytes: Buffer): Buffer {
    let [kept, at] = [0, 0]
    while (at + header <= bytes.length && !isOver) {
      const end = at + 1 + bytes.readUInt32BE(at + 1)
      if (end > bytes.length) break
      if (bytes[at] === dataRow) {
        passOn(bytes.subarray(kept, at))
        if (isOver) return bytes.subarray(at)
        onRow(bytes, at + header, end)
        kept = end
      }
      at = end
    }
    passOn(bytes.subarray(kept, at))
    return bytes.subarray(at)
  }

  stream.removeAllListeners('data')
  stream.on('data', onData)
  return () => {
    if (isOver) return
    isOver = true
    stream.off('data', onData)
    for (const parse of parsers) stream.on('data', parse)
    passOn(Buffer.concat(pieces))
    pieces = []
  }
}
