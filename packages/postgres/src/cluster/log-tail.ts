import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterPaths } from './paths.ts'
import { readOwnFile } from './postmaster-file.ts'

type Tail = {
  readonly clusterDir: string
  readonly count: number
  /** How many log files to look into at most, the newest first; each start begins one. */
  readonly files: number
  /** Before each line that has one. */
  readonly withTime: boolean
}

/**
 * The last `count` things a cluster said in its newest run, in the order it said them: what it prints
 * before its log begins, and the newest log file. A start that failed has printed after the log of
 * the run before it.
 */
export const readLogTail = (clusterDir: string, count: number): Promise<string[]> =>
  readTail({ clusterDir, count, files: 1, withTime: false })

/** The same with the time of day, and of earlier runs as well: why one ended, the next does not say. */
export const readRecentLog = (clusterDir: string, count: number): Promise<string[]> =>
  readTail({ clusterDir, count, files: 20, withTime: true })

async function readTail({ clusterDir, count, files, withTime }: Tail): Promise<string[]> {
  const { logDir, startLog } = clusterPaths(clusterDir)
  // where it lies is the machine's business
  const said = (text: string | undefined) =>
    nonEmptyLines(text)
      .filter((line) => !isAboutCollector.test(line))
      .map((line) => readable(line, withTime).replaceAll(`${clusterDir}/`, ''))
  const early = said(await readOwnFile(startLog))
  const [newest, ...older] = (await logFiles(logDir)).toReversed().slice(0, files)
  const ofNewest = newest === undefined ? [] : said(await readOwnFile(join(logDir, newest)))
  const isLater = newest && (await changedAt(startLog)) > (await changedAt(join(logDir, newest)))
  let lines = isLater ? [...ofNewest, ...early] : [...early, ...ofNewest]
  for (const name of older) {
    if (lines.length >= count) break
    lines = [...said(await readOwnFile(join(logDir, name))), ...lines]
  }
  return lines.slice(-count)
}

/** That it writes a log is nothing that happened to it. */
const isAboutCollector =
  /redirecting log output to logging collector|Future log output will appear|ending log output to stderr/

const changedAt = (path: string): Promise<number> =>
  lstat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0, // gone since its folder was read
  )

/** The names of a cluster's log files, oldest first. */
export async function logFiles(logDir: string): Promise<string[]> {
  const names = await readdir(logDir).catch(() => [])
  // their names begin with the moment they were opened
  return names.filter((name) => name.endsWith('.json')).toSorted()
}

const nonEmptyLines = (text: string | undefined): string[] =>
  text?.split('\n').filter((line) => line.trim() !== '') ?? []

function readable(line: string, withTime: boolean): string {
  if (!line.startsWith('{')) return line
  try {
    const record: unknown = JSON.parse(line)
    if (typeof record !== 'object' || record === null) return line
    const said: Said = record
    const { timestamp, error_severity: severity, message, state_code: code } = said
    // 2026-01-02 03:04:05.678 UTC, whatever zone its reader lives in
    const time = withTime && timestamp ? `${timestamp.slice(11, 19)} UTC ` : ''
    return `${time}${severity}: ${code === undefined ? '' : `${code} `}${message}`
  } catch {
    return line // the last line may still be being written
  }
}

type Said = {
  timestamp?: string
  error_severity?: string
  message?: string
  state_code?: string
}
