import { createHash } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'

/** A checksum of rows as `copy` writes them, kept while they pass. */
export type Digest = {
  readonly update: (chunk: Buffer) => void
  readonly end: () => string
}

/** Of the rows in their order. */
export function digestOf(): Digest {
  const hash = createHash('sha256')
  return { update: (chunk) => void hash.update(chunk), end: () => hash.digest('hex') }
}

const LINE_END = 0x0a
const MODULUS = 1n << 256n

/** Of the same rows in whatever order: the sum of their checksums. */
export function digestOfAnyOrder(): Digest {
  let sum = 0n
  let begun: Buffer[] = []
  const add = (row: Buffer) => {
    const sha256 = createHash('sha256').update(row).digest('hex')
    sum = (sum + BigInt(`0x${sha256}`)) % MODULUS
  }
  return {
    update(chunk) {
      let from = 0
      // the end of a line inside a value is written in another way
      for (;;) {
        const end = chunk.indexOf(LINE_END, from)
        if (end === -1) break
        add(Buffer.concat([...begun, chunk.subarray(from, end)]))
        begun = []
        from = end + 1
      }
      if (from < chunk.length) begun.push(Buffer.from(chunk.subarray(from)))
    },
    end: () => sum.toString(16),
  }
}

/** Passes everything on, and tells how much. */
export const hashing = (digest: Digest, passed: (bytes: number) => void): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      digest.update(chunk)
      passed(chunk.length)
      done(undefined, chunk)
    },
  })
