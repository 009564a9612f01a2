import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs'

const CHUNK_BYTES = 1024 * 1024

/** A file to be read to its end; with `to` it is copied there on the way, where nothing may be yet. */
export type FileJob = { readonly from: string; readonly to?: string }

/** What a file held. */
export type FileFacts = { readonly bytes: number; readonly sha256: string }

/** Reads one file, and copies it. Undefined when it is not there: a live server removes files. */
export function workOn({ from, to }: FileJob): FileFacts | undefined {
  const source = openOwn(from)
  if (source === undefined) return undefined
  try {
    const target = to === undefined ? undefined : openSync(to, 'wx', 0o600)
    try {
      return readThrough(source, target)
    } finally {
      if (target !== undefined) closeSync(target)
    }
  } finally {
    closeSync(source)
  }
}

/** Without following a link: the server's account must not get to choose what we read as root. */
function openOwn(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function readThrough(source: number, target: number | undefined): FileFacts {
  const hash = createHash('sha256')
  // one byte more than it has: a read that does not fill it has seen the end
  const buffer = Buffer.allocUnsafe(Math.min(fstatSync(source).size + 1, CHUNK_BYTES))
  let bytes = 0
  for (;;) {
    const read = readSync(source, buffer, 0, buffer.length, bytes)
    hash.update(buffer.subarray(0, read))
    if (target !== undefined) writeWhole(target, buffer.subarray(0, read))
    bytes += read
    if (read < buffer.length) return { bytes, sha256: hash.digest('hex') }
  }
}

/** A disk that is nearly full takes a part. */
function writeWhole(target: number, chunk: Buffer) {
  for (let done = 0; done < chunk.length;) done += writeSync(target, chunk, done)
}
