import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { archivePaths } from './archive.ts'
import { listBackups } from './list-backups.ts'
import { backupPaths } from './manifest.ts'

const manifest = (label: string, finishedAt: string) => ({
  format: 2,
  sums: 'crc32',
  major: 17,
  serverVersion: '17.6',
  systemIdentifier: '1',
  segmentBytes: 4_194_304,
  label,
  startedAt: finishedAt,
  finishedAt,
  startLsn: '0/1',
  stopLsn: '0/2',
  startSegment: '000000010000000000000001',
  stopSegment: '000000010000000000000001',
  bytes: 1,
  files: [{ path: 'data/PG_VERSION', bytes: 1, sum: 'aa' }],
})

async function archive() {
  const archiveDir = await mkdtemp(join(tmpdir(), 'plinth-list-'))
  onTestFinished(() => rm(archiveDir, { recursive: true, force: true }))
  const { backupsDir } = archivePaths(archiveDir)
  const dirOf = (name: string) => join(backupsDir, name)
  return {
    dirOf,
    write: async (name: string, content: unknown) => {
      await mkdir(dirOf(name), { recursive: true })
      await writeFile(backupPaths(dirOf(name)).manifestFile, JSON.stringify(content))
    },
    labels: async () => (await listBackups(archiveDir)).map(({ label }) => label),
  }
}

test('backups come oldest first, without what is not complete', async () => {
  const { write, labels } = await archive()
  expect(await labels(), 'before there is a folder').toEqual([])
  await write('b', manifest('newer', '2026-02-02T00:00:00Z'))
  await write('c', manifest('older', '2026-01-01T00:00:00Z'))
  await write('d.partial', manifest('half', '2026-03-03T00:00:00Z'))
  await write('e', { format: 1 })
  expect(await labels()).toEqual(['older', 'newer'])
})

test('what changes after it was read is seen at the next look', async () => {
  const { write, labels, dirOf } = await archive()
  await write('a', manifest('first', '2026-01-01T00:00:00Z'))
  await write('b', manifest('second', '2026-02-02T00:00:00Z'))
  expect(await labels()).toEqual(['first', 'second'])
  await write('a', 'damaged')
  expect(await labels(), 'a damaged one is not on offer').toEqual(['second'])
  await write('a', manifest('mended', '2026-01-01T00:00:00Z'))
  expect(await labels()).toEqual(['mended', 'second'])
  await rename(dirOf('b'), dirOf('z'))
  await rm(dirOf('a'), { recursive: true })
  expect(await labels(), 'removed and renamed').toEqual(['second'])
  await rm(dirOf('z'), { recursive: true })
  expect(await labels()).toEqual([])
})
