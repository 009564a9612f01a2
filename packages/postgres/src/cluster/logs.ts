import { constants } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { logFiles } from './log-tail.ts'
import { clusterPaths } from './paths.ts'

/** A place in a cluster's log; what was read up to there is not read again. */
export type LogCursor = { readonly file: string; readonly offset: number }

/** One thing a server said, with the names its own JSON log uses. */
export type LogRecord = {
  readonly timestamp: string
  readonly error_severity: string
  readonly message: string
  readonly [field: string]: unknown
}

type ReadLogOptions = {
  clusterDir: string
  /** Where the last reading ended; from the oldest file there is unless given. */
  after?: LogCursor | undefined
  /** How much to read at most; call again for the rest. */
  maxBytes?: number
}

/** What a cluster has logged since, oldest first, and where to go on the next time. */
export async function readLog({
  clusterDir,
  after,
  maxBytes = 4 * 1024 * 1024,
}: ReadLogOptions): Promise<{ records: LogRecord[]; cursor: LogCursor | undefined }> {
  const { logDir } = clusterPaths(clusterDir)
  const files = (await logFiles(logDir)).filter((name) => !after || name >= after.file)
  const records: LogRecord[] = []
  let cursor = after
  let left = maxBytes
  for (const file of files) {
    const from = file === after?.file ? after.offset : 0
    const bytes = await readFrom(join(logDir, file), from, left)
    // the rest of a line may still be being written
    const whole = bytes.lastIndexOf(0x0a) + 1
    // a line longer than one reading is passed over, or nothing behind it would ever be read
    const end = whole === 0 && bytes.length === left ? bytes.length : whole
    records.push(...bytes.toString('utf8', 0, end).split('\n').flatMap(parseRecord))
    cursor = { file, offset: from + end }
    left -= bytes.length
    if (left <= 0) break
  }
  return { records, cursor }
}

async function readFrom(path: string, offset: number, maxBytes: number): Promise<Buffer> {
  // no link: somebody in the server's account could have left one
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  const { size } = await file.stat()
  const buffer = Buffer.alloc(Math.max(0, Math.min(size - offset, maxBytes)))
  const { bytesRead } = await file.read(buffer, 0, buffer.length, offset)
  return buffer.subarray(0, bytesRead)
}

function parseRecord(line: string): LogRecord[] {
  if (line === '') return []
  try {
    const parsed: unknown = JSON.parse(line)
    return isRecord(parsed) ? [parsed] : []
  } catch {
    return [] // a line cut off by a crash
  }
}

const isRecord = (value: unknown): value is LogRecord =>
  typeof value === 'object' &&
  value !== null &&
  'timestamp' in value &&
  typeof value.timestamp === 'string' &&
  'error_severity' in value &&
  typeof value.error_severity === 'string' &&
  'message' in value &&
  typeof value.message === 'string'

/** Removes the oldest log files beyond `keepBytes`; the newest always stays. Answers with those that went. */
export async function pruneLogs({
  clusterDir,
  keepBytes,
}: {
  clusterDir: string
  keepBytes: number
}): Promise<{ file: string; bytes: number }[]> {
  const { logDir } = clusterPaths(clusterDir)
  const removed: { file: string; bytes: number }[] = []
  let total = 0
  for (const [index, name] of (await logFiles(logDir)).toReversed().entries()) {
    const path = join(logDir, name)
    const { size } = await stat(path)
    total += size
    if (index === 0 || total <= keepBytes) continue
    await rm(path, { force: true })
    removed.push({ file: name, bytes: size })
  }
  return removed
}
