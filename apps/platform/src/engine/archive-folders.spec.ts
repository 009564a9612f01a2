import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { archivePaths } from '@plinth/postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { archiveFolders, newPart, notePart } from './archive-folders.ts'

const REF = 'a'.repeat(20)
const day = (number: number) => new Date(Date.UTC(2026, 0, number))

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'plinth-'))
  await mkdir(join(dir, 'cluster'))
})
afterEach(() => rm(dir, { recursive: true }))

const folders = () =>
  archiveFolders({ backupsDir: join(dir, 'backups'), clusterDirOf: () => join(dir, 'cluster') })

/** A backup that was finished on this day, and a segment of WAL after it. */
async function backup(part: string, { major, on }: { major: number; on: number }) {
  const { backupsDir, walDir } = archivePaths(folders().at(REF, part))
  const name = `day-${on}`
  await mkdir(join(backupsDir, name), { recursive: true })
  await mkdir(walDir, { recursive: true })
  const segment = `00000001000000000000000${on % 10}`
  await writeFile(join(walDir, segment), '')
  const at = day(on).toISOString()
  const manifest = {
    format: 1,
    major,
    serverVersion: `${major}.1`,
    systemIdentifier: '1',
    segmentBytes: 16_777_216,
    label: name,
    startedAt: at,
    finishedAt: at,
    startLsn: '0/1',
    stopLsn: '0/2',
    startSegment: segment,
    stopSegment: segment,
    bytes: 1,
    files: [],
  }
  await writeFile(join(backupsDir, name, 'manifest.json'), JSON.stringify(manifest))
}

const names = async () => (await folders().backups(REF)).map(({ name, part }) => `${part}/${name}`)

/** Two backups of 17, then an upgrade to 18. */
async function upgraded() {
  await backup('', { major: 17, on: 1 })
  await backup('', { major: 17, on: 4 })
  const part = newPart('18', day(5))
  await notePart(join(dir, 'cluster'), part)
  return part
}

test('a cluster writes where it says, and what is in its folder goes with it', async () => {
  expect(folders().currentOf(REF)).toBe(join(dir, 'backups', REF))
  const part = await upgraded()
  expect(folders().currentOf(REF)).toBe(join(dir, 'backups', REF, part))
  await notePart(join(dir, 'cluster'), '')
  expect(folders().partOf(REF)).toBe('')
  await writeFile(join(dir, 'cluster', 'archive-part'), '../../another')
  expect(folders().partOf(REF), 'what is no name of a part').toBe('')
})

test('backups of all parts are listed in the order in which they were taken', async () => {
  const part = await upgraded()
  await backup(part, { major: 18, on: 6 })
  expect(await names()).toEqual(['/day-1', '/day-4', `${part}/day-6`])
})

test('nothing of the versions before goes until the present one has a backup', async () => {
  await upgraded()
  await folders().prune(REF, day(30))
  expect(await names(), 'the newest one stays').toEqual(['/day-4'])
})

test('parts of versions before go with their last backup, and the folder around them stays', async () => {
  const part = await upgraded()
  await backup(part, { major: 18, on: 6 })
  await folders().prune(REF, day(3))
  expect(await names()).toEqual(['/day-1', '/day-4', `${part}/day-6`])
  await folders().prune(REF, day(5))
  expect(await names(), 'too old by a day').toEqual([`${part}/day-6`])
  expect(await readdir(folders().rootOf(REF))).toEqual([part])

  // and back: by a restore of a backup of 17 that was taken before, had there been one
  await backup('', { major: 17, on: 7 })
  await notePart(join(dir, 'cluster'), '')
  await folders().prune(REF, day(9))
  expect(await names()).toEqual(['/day-7'])
  expect(existsSync(folders().at(REF, part))).toBe(false)
})
