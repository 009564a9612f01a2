import { readFile } from 'node:fs/promises'
import type { FileFacts, SumKind } from './file-work.ts'
import { readFiles } from './file-workers.ts'
import { basename, join } from 'node:path'
import { ClusterError, isSystemError } from '#postgres/errors.ts'

/** One file of a backup. */
export type BackupFile = FileFacts & { readonly path: string }

/** What a backup holds and where in the history of its cluster it belongs. */
export type BackupManifest = {
  readonly format: 2
  readonly sums: SumKind
  readonly major: number
  readonly serverVersion: string
  readonly systemIdentifier: string
  readonly segmentBytes: number
  readonly label: string
  readonly startedAt: string
  /** The first moment that can be restored from it. */
  readonly finishedAt: string
  readonly startLsn: string
  readonly stopLsn: string
  readonly startSegment: string
  readonly stopSegment: string
  readonly bytes: number
  readonly files: readonly BackupFile[]
}

/** The layout of a backup's folder. */
export const backupPaths = (backupDir: string) => ({
  dataDir: join(backupDir, 'data'),
  walDir: join(backupDir, 'wal'),
  manifestFile: join(backupDir, 'manifest.json'),
})

/** Reads a backup's manifest; `BACKUP_DAMAGED` when there is none or it makes no sense. */
export async function readManifest(backupDir: string): Promise<BackupManifest> {
  const { manifestFile } = backupPaths(backupDir)
  const text = await readFile(manifestFile, 'utf8').catch((cause: unknown) => {
    if (!isSystemError(cause, 'ENOENT', 'ENOTDIR')) throw cause
    throw damaged(backupDir, 'it has no manifest', cause)
  })
  const parsed = asOfToday(parseJson(text))
  if (!isManifest(parsed)) throw damaged(backupDir, 'its manifest is not readable')
  return parsed
}

/** By its name alone: an owner is told, whom our folders are no business of. */
const damaged = (backupDir: string, why: string, cause?: unknown) =>
  new ClusterError('BACKUP_DAMAGED', `The backup ${basename(backupDir)} is damaged: ${why}`, {
    cause,
  })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // told apart by the caller: it is no manifest
  }
}

/** What earlier versions wrote, format 1, named its sums by their kind. */
function asOfToday(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!('format' in value && value.format === 1 && 'files' in value)) return value
  if (!Array.isArray(value.files)) return value
  const files = value.files.map((file: unknown) => {
    const { sha256: sum, ...rest }: { sha256?: unknown } = Object(file)
    return { ...rest, sum }
  })
  return { ...value, format: 2, sums: 'sha256', files }
}

const texts = [
  'serverVersion',
  'systemIdentifier',
  'label',
  'startedAt',
  'finishedAt',
  'startLsn',
  'stopLsn',
  'startSegment',
  'stopSegment',
] as const

function isManifest(value: unknown): value is BackupManifest {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  const files = fields.get('files')
  return (
    fields.get('format') === 2 &&
    (fields.get('sums') === 'crc32' || fields.get('sums') === 'sha256') &&
    ['major', 'segmentBytes', 'bytes'].every((name) => typeof fields.get(name) === 'number') &&
    texts.every((name) => typeof fields.get(name) === 'string') &&
    Array.isArray(files) &&
    files.every(isBackupFile)
  )
}

function isBackupFile(value: unknown): value is BackupFile {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  return (
    typeof fields.get('path') === 'string' &&
    typeof fields.get('bytes') === 'number' &&
    typeof fields.get('sum') === 'string'
  )
}

/** Compares every file of a backup with its manifest; throws `BACKUP_DAMAGED` naming the first bad ones. */
export async function verifyBackup(
  backupDir: string,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<BackupManifest> {
  const manifest = await readManifest(backupDir)
  const { sums: sum } = manifest
  const jobs = manifest.files.map(({ path }) => ({ from: join(backupDir, path), sum }))
  assertAsWritten(backupDir, manifest, await readFiles(jobs, { signal }))
  return manifest
}

/** Holds what was read of a backup's files, in the manifest's order, against it. */
export function assertAsWritten(
  backupDir: string,
  manifest: BackupManifest,
  found: readonly (FileFacts | undefined)[],
): void {
  const problems = manifest.files.flatMap((file, index) => {
    const problem = problemOf(file, found[index])
    return problem === undefined ? [] : [`${file.path} ${problem}`]
  })
  if (problems.length === 0) return
  const more = problems.length > 3 ? ` and ${problems.length - 3} more` : ''
  throw damaged(backupDir, `${problems.slice(0, 3).join(', ')}${more}`)
}

function problemOf({ bytes, sum }: BackupFile, found: FileFacts | undefined) {
  if (!found) return 'is missing'
  if (found.bytes !== bytes) return `has ${found.bytes} bytes, not ${bytes}`
  return found.sum === sum ? undefined : 'has other content'
}
