const chunkBytes = 64 * 1024
const firstChunkBytes = 8 * 1024 // most answers are small
const widest = 6 // a control character becomes \u00xx

const [quote, backslash, comma, opening, closing] = [0x22, 0x5c, 0x2c, 0x5b, 0x5d]
const none = Buffer.alloc(0)
const nullText = Buffer.from('null')
const hexDigits = Buffer.from('0123456789abcdef')

/**
 * Writes JSON as bytes, handing on chunks as they fill. A row goes from the wire to the chunk
 * without ever being a string: that is most of what a large result costs.
 */
export class JsonBytes {
  readonly #emit: (chunk: Uint8Array) => void
  #chunk = Buffer.allocUnsafe(firstChunkBytes)
  #used = 0

  constructor(emit: (chunk: Uint8Array) => void) {
    this.#emit = emit
  }

  /** JSON that is written already. */
  text(json: string): void {
    const bytes = Buffer.from(json)
    this.#reserve(bytes.length)
    this.#used += bytes.copy(this.#chunk, this.#used)
  }

  /** The body of a DataRow message as an array of texts and nulls. */
  row(bytes: Buffer, start: number, isFirst: boolean): void {
    const columns = bytes.readUInt16BE(start)
    let at = start + 2
    this.#reserve(2)
    if (!isFirst) this.#chunk[this.#used++] = comma
    this.#chunk[this.#used++] = opening
    for (let column = 0; column < columns; column++) {
      const length = bytes.readInt32BE(at)
      at += 4
      this.#reserve(8 + roomFor(bytes, at, length))
      if (column > 0) this.#chunk[this.#used++] = comma
      if (length < 0) {
        this.#used += nullText.copy(this.#chunk, this.#used)
      } else {
        this.#string(bytes, at, at + length)
        at += length
      }
    }
    this.#reserve(1)
    this.#chunk[this.#used++] = closing
  }

  /** Hands on what there is. */
  flush(): void {
    if (this.#used === 0) return
    this.#emit(this.#chunk.subarray(0, this.#used))
    this.#chunk = none
    this.#used = 0
  }

  #reserve(bytes: number) {
    if (this.#used + bytes <= this.#chunk.length) return
    this.flush()
    this.#chunk = Buffer.allocUnsafe(Math.max(bytes, chunkBytes))
  }

  /** The server sends valid UTF-8, and JSON wants no more of it escaped than quotes and controls. */
  #string(bytes: Buffer, start: number, end: number) {
    const chunk = this.#chunk
    let used = this.#used
    chunk[used++] = quote
    for (let at = start; at < end; at++) {
      // in range: the message was complete
      const byte = bytes[at]!
      if (byte === quote || byte === backslash) {
        chunk[used++] = backslash
        chunk[used++] = byte
      } else if (byte < 0x20) {
        used = writeControl(chunk, used, byte)
      } else {
        chunk[used++] = byte
      }
    }
    chunk[used++] = quote
    this.#used = used
  }
}

/** The most a value can grow to; for a long one, what it really will. */
function roomFor(bytes: Buffer, start: number, length: number): number {
  if (length * widest < chunkBytes) return Math.max(length, 0) * widest
  let room = length
  for (let at = start; at < start + length; at++) {
    // in range: the message was complete
    const byte = bytes[at]!
    if (byte < 0x20) room += widest - 1
    else if (byte === quote || byte === backslash) room += 1
  }
  return room
}

function writeControl(chunk: Buffer, used: number, byte: number): number {
  used += chunk.write('\\u00', used, 'latin1')
  chunk[used] = hexDigits[byte >> 4]! // in range: four bits
  chunk[used + 1] = hexDigits[byte & 15]! // and the other four
  return used + 2
}
