import { createHash } from 'node:crypto'
import {
  closeSync,
  constants,
  copyFileSync,
  fchownSync,
  fstatSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs'
import { crc32 } from 'node:zlib'

// stays in a processor's own cache between being read, summed and written
const CHUNK_BYTES = 128 * 1024
const CLONE = constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE

/** How files are told apart from damaged ones; `sha256` is only read, in backups of earlier versions. */
export type SumKind = 'crc32' | 'sha256'

/** A file to be read to its end; with `to` it is copied there on the way, where nothing may be yet. */
export type FileJob = {
  readonly from: string
  readonly to?: string
  /** Whose the copy is; ours unless named. */
  readonly owner?: { readonly uid: number; readonly gid: number }
  /** The copy shares its blocks with the file, which the file system has to know how to do. */
  readonly clones?: boolean
  /** `crc32` unless named. */
  readonly sum?: SumKind
}

/** What a file held. */
export type FileFacts = { readonly bytes: number; readonly sum: string }

/** What threads that work on the same files have in common. */
export type Shared = {
  /** The place of a file that nobody has taken yet; beyond the last where all are. */
  readonly next: () => number
  readonly add: (bytes: number) => void
  readonly bytes: () => number
  readonly stop: () => void
  readonly isStopped: () => boolean
}

/** Sixteen bytes of memory: the place, whether to stop, and how much was read. */
export function sharedBy(memory: SharedArrayBuffer): Shared {
  const [place, flag] = [new Int32Array(memory, 0, 1), new Int32Array(memory, 4, 1)]
  const read = new BigInt64Array(memory, 8, 1)
  return {
    next: () => Atomics.add(place, 0, 1),
    add: (bytes) => void Atomics.add(read, 0, BigInt(bytes)),
    bytes: () => Number(Atomics.load(read, 0)),
    stop: () => void Atomics.store(flag, 0, 1),
    isStopped: () => Atomics.load(flag, 0) === 1,
  }
}

/** Reads one file, and copies it. Undefined when it is not there: a live server removes files. */
export function workOn(
  { from, to, owner, clones, sum = 'crc32' }: FileJob,
  shared: Shared,
): FileFacts | undefined {
  const source = openOwn(from)
  if (source === undefined) return undefined
  try {
    if (to !== undefined && clones) copyFileSync(from, to, CLONE)
    const target = to === undefined ? undefined : openSync(to, clones ? 'r+' : 'wx', 0o600)
    try {
      if (target !== undefined && owner) fchownSync(target, owner.uid, owner.gid)
      const copy = clones ? undefined : target
      return readThrough({ source, copy, sum: SUMS[sum](), shared })
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

type Reading = {
  readonly source: number
  readonly copy: number | undefined
  readonly sum: Sum
  readonly shared: Shared
}

function readThrough({ source, copy, sum, shared }: Reading): FileFacts {
  // one byte more than it has: a read that does not fill it has seen the end
  const buffer = Buffer.allocUnsafe(Math.min(fstatSync(source).size + 1, CHUNK_BYTES))
  let bytes = 0
  for (;;) {
    const read = readSync(source, buffer, 0, buffer.length, bytes)
    sum.add(buffer.subarray(0, read))
    if (copy !== undefined) writeWhole(copy, buffer.subarray(0, read))
    bytes += read
    shared.add(read)
    // where it was stopped nobody asks for the answer
    if (read < buffer.length || shared.isStopped()) return { bytes, sum: sum.text() }
  }
}

type Sum = { readonly add: (chunk: Buffer) => void; readonly text: () => string }

const SUMS: Readonly<Record<SumKind, () => Sum>> = {
  crc32() {
    let value = 0
    return {
      add: (chunk) => (value = crc32(chunk, value)),
      text: () => value.toString(16).padStart(8, '0'),
    }
  },
  sha256() {
    const hash = createHash('sha256')
    return { add: (chunk) => hash.update(chunk), text: () => hash.digest('hex') }
  },
}

/** The sum of what is at hand. */
export function sumOf(content: string): string {
  const sum = SUMS.crc32()
  sum.add(Buffer.from(content))
  return sum.text()
}

/** A disk that is nearly full takes a part. */
function writeWhole(target: number, chunk: Buffer) {
  for (let done = 0; done < chunk.length;) done += writeSync(target, chunk, done)
}
