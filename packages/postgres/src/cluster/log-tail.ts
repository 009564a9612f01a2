import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterPaths } from './paths.ts'
import { readOwnFile } from './postmaster-file.ts'

/**
 * The last `count` things a cluster said, in the order it said them: what it prints before its log
 * begins, and the newest log file. A start that failed has printed after the log of the run before it.
 */
export async function readLogTail(clusterDir: string, count: number): Promise<string[]> {
  const { logDir, startLog } = clusterPaths(clusterDir)
  const early = await readOwnFile(startLog)
  const newest = (await logFiles(logDir)).at(-1)
  const collected = newest && (await readOwnFile(join(logDir, newest)))
  const isLater = newest && (await changedAt(startLog)) > (await changedAt(join(logDir, newest)))
  const said = isLater ? [collected, early] : [early, collected]
  return said.flatMap(nonEmptyLines).map(readable).slice(-count)
}

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

function readable(line: string): string {
  if (!line.startsWith('{')) return line
  try {
    const record: unknown = JSON.parse(line)
    if (typeof record !== 'object' || record === null) return line
    const { error_severity: severity, message, state_code: code } = { ...emptyRecord, ...record }
    return code === undefined ? `${severity}: ${message}` : `${severity}: ${code} ${message}`
  } catch {
    return line // the last line may still be being written
  }
}

const emptyRecord: { error_severity?: string; message?: string; state_code?: string } = {}
