import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { archivePaths, notePoint, readPoint } from './archive.ts'
import { backupFor } from './lines.ts'
import { listBackups } from './list-backups.ts'
import { backupPaths } from './manifest.ts'
import { archivedRange, pruneArchive } from './retention.ts'

const manifest = (finishedAt: string, stopLsn: string) => ({
  format: 1,
  major: 17,
  serverVersion: '17.6',
  systemIdentifier: '1',
  segmentBytes: 16_777_216,
  label: finishedAt,
  startedAt: finishedAt,
  finishedAt,
  startLsn: stopLsn,
  stopLsn,
  startSegment: `0000000100000000000000${stopLsn.slice(2, 4)}`,
  stopSegment: `0000000100000000000000${stopLsn.slice(2, 4)}`,
  bytes: 1,
  files: [],
})

async function archive() {
  const archiveDir = await mkdtemp(join(tmpdir(), 'plinth-retention-'))
  onTestFinished(() => rm(archiveDir, { recursive: true, force: true }))
  const { backupsDir, walDir } = archivePaths(archiveDir)
  await mkdir(walDir)
  return {
    archiveDir,
    write: async (name: string, content: unknown) => {
      await mkdir(join(backupsDir, name), { recursive: true })
      const { manifestFile } = backupPaths(join(backupsDir, name))
      await writeFile(manifestFile, JSON.stringify(content))
    },
    names: async () => (await listBackups(archiveDir)).map(({ name }) => name),
  }
}

test('the backup that days after a restore are built on was too old to be kept', async () => {
  const { archiveDir, write, names } = await archive()
  await write('one', manifest('2026-01-01T00:00:00Z', '0/10000000'))
  await write('two', manifest('2026-01-05T00:00:00Z', '0/30000000'))
  // on the sixth it was restored to the third
  const line = { timeline: 2, since: '2026-01-06T00:00:00Z', history: '1\t0/20000000\tbefore' }
  await writeFile(join(archiveDir, 'timelines.json'), JSON.stringify([line]))
  const moment = new Date('2026-01-07T00:00:00Z')
  const built = async () => (await backupFor(archiveDir, moment))?.backup.name
  expect(await built()).toBe('one')

  await pruneArchive({ archiveDir, keepSince: new Date('2026-01-05T12:00:00Z') })
  expect(await built()).toBe('one')
  await pruneArchive({ archiveDir, keepSince: new Date('2026-01-06T12:00:00Z') })
  expect(await built()).toBe('one')

  await write('three', {
    ...manifest('2026-01-08T00:00:00Z', '0/30000000'),
    startSegment: '000000020000000000000030',
    stopSegment: '000000020000000000000030',
  })
  await pruneArchive({ archiveDir, keepSince: new Date('2026-01-09T00:00:00Z') })
  expect(await names()).toEqual(['three'])
})

test('what was written since a restore could be chosen only once there was a backup of it', async () => {
  const { archiveDir, write } = await archive()
  const { walDir } = archivePaths(archiveDir)
  await write('one', manifest('2026-01-01T00:00:00Z', '0/10000000'))
  const segment = (timeline: number, place: string) => `0000000${timeline}00000000000000${place}`
  const names = [segment(1, '10'), segment(1, '11'), segment(2, '12'), segment(2, '13')]
  for (const name of names) await writeFile(join(walDir, name), '')
  const line = { timeline: 2, since: '2026-01-03T00:00:00Z', history: '1\t0/12000028\tbefore\n' }
  await writeFile(join(archiveDir, 'timelines.json'), JSON.stringify([line]))
  const latest = async () => (await archivedRange(archiveDir))?.latest.toISOString().slice(0, 10)

  await notePoint(archiveDir, { at: new Date('2026-01-04T00:00:00Z'), segment: segment(2, '13') })
  expect(await latest()).toBe('2026-01-04')
  await rm(join(walDir, segment(2, '12')))
  expect(await latest(), 'a gap after the branch').toBe('2026-01-01')
  await writeFile(join(walDir, segment(2, '12')), '')
  await rm(join(walDir, segment(1, '11')))
  expect(await latest(), 'a gap before it').toBe('2026-01-01')
  await writeFile(join(walDir, segment(1, '11')), '')
  // branched off before the backup: it knows nothing of this timeline
  const earlier = { ...line, history: '1\t0/09000028\tbefore\n' }
  await writeFile(join(archiveDir, 'timelines.json'), JSON.stringify([earlier]))
  expect(await latest()).toBe('2026-01-01')
})

test('two points noted at the same moment were in each other’s way', async () => {
  const { archiveDir } = await archive()
  const at = new Date('2026-01-01T00:00:00Z')
  const point = { at, segment: '000000010000000000000001' }
  await Promise.all(Array.from({ length: 20 }, () => notePoint(archiveDir, point)))
  expect(await readPoint(archiveDir)).toEqual(point)
  expect(await readdir(archiveDir)).toEqual(['recoverable.json', 'wal'])
})
