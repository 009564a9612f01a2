import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyBackup } from './copy-backup.ts'
import { readFiles } from './file-workers.ts'
import { type BackupManifest, backupPaths } from './manifest.ts'

const PATHS = ['data/PG_VERSION', 'data/base/1/1259', 'wal/000000010000000000000001']
let folder: string
const at = (name: string) => join(folder, name)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-copy-'))
  await mkdir(at('b/data/base/1'), { recursive: true })
  await mkdir(at('b/data/pg_twophase'))
  await mkdir(at('b/wal'))
  await writeFile(backupPaths(at('b')).manifestFile, '{}')
  for (const path of PATHS) await writeFile(at(`b/${path}`), path)
})
afterEach(() => rm(folder, { recursive: true }))

async function manifest(): Promise<BackupManifest> {
  const read = await readFiles(PATHS.map((path) => ({ from: at(`b/${path}`) })))
  const files = PATHS.map((path, index) => ({ path, bytes: 0, sum: '', ...read[index] }))
  return {
    format: 2,
    sums: 'crc32',
    major: 17,
    serverVersion: '17',
    systemIdentifier: '1',
    segmentBytes: 1,
    label: 'b',
    startedAt: '',
    finishedAt: '',
    startLsn: '0/0',
    stopLsn: '0/0',
    startSegment: '',
    stopSegment: '',
    bytes: 0,
    files,
  }
}

const copy = async (wanted: BackupManifest) =>
  copyBackup({
    backupDir: at('b'),
    manifest: wanted,
    to: { dataDir: at('data'), walDir: at('wal') },
    user: undefined,
  })

test('files go where their kind belongs, and empty folders are there as well', async () => {
  await copy(await manifest())
  expect(await readFile(at('data/base/1/1259'), 'utf8')).toBe('data/base/1/1259')
  expect((await readdir(at('data'))).toSorted()).toEqual(['PG_VERSION', 'base', 'pg_twophase'])
  expect(await readdir(at('wal'))).toEqual(['000000010000000000000001'])
})

test('what the manifest does not know is not copied', async () => {
  await writeFile(at('b/data/base/1/4711'), 'put there by somebody')
  await copy(await manifest())
  expect(await readdir(at('data/base/1'))).toEqual(['1259'])
})

test.each([
  ['changed', (path: string) => writeFile(path, 'wal/000000010000000000000002'), 'other content'],
  ['cut short', (path: string) => writeFile(path, 'wal'), 'has 3 bytes, not 28'],
  ['lost', (path: string) => rm(path), 'is missing'],
])('a file that was %s makes the whole of it damaged', async (_, harm, why) => {
  const wanted = await manifest()
  await harm(at('b/wal/000000010000000000000001'))
  const failing = copy(wanted)
  await expect(failing).rejects.toMatchObject({ code: 'BACKUP_DAMAGED' })
  await expect(failing).rejects.toThrow(why)
})
