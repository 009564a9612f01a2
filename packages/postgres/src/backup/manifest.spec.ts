import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { backupPaths, readManifest, verifyBackup } from './manifest.ts'

const about = {
  major: 17,
  serverVersion: '17.6',
  systemIdentifier: '1',
  segmentBytes: 4_194_304,
  label: 'b',
  startedAt: '2026-01-01T00:00:00Z',
  finishedAt: '2026-01-01T00:00:00Z',
  startLsn: '0/1',
  stopLsn: '0/2',
  startSegment: '000000010000000000000001',
  stopSegment: '000000010000000000000001',
  bytes: 9,
}

async function backup(manifest: object) {
  const backupDir = await mkdtemp(join(tmpdir(), 'plinth-manifest-'))
  onTestFinished(() => rm(backupDir, { recursive: true }))
  await mkdir(join(backupDir, 'data'))
  const file = join(backupDir, 'data', 'PG_VERSION')
  await writeFile(file, '123456789')
  await writeFile(backupPaths(backupDir).manifestFile, JSON.stringify(manifest))
  return { backupDir, damage: () => writeFile(file, '123456780') }
}

const path = 'data/PG_VERSION'
const sha256 = createHash('sha256').update('123456789').digest('hex')

test.each([
  ['ours', { ...about, format: 2, sums: 'crc32', files: [{ path, bytes: 9, sum: 'cbf43926' }] }],
  ['of earlier versions', { ...about, format: 1, files: [{ path, bytes: 9, sha256 }] }],
])('a manifest, %s, finds one changed digit', async (_, manifest) => {
  const { backupDir, damage } = await backup(manifest)
  await expect(verifyBackup(backupDir)).resolves.toMatchObject({ label: 'b', format: 2 })
  await damage()
  await expect(verifyBackup(backupDir)).rejects.toThrow(`${path} has other content`)
})

test.each([
  ['a later format', { ...about, format: 3, sums: 'crc32', files: [] }],
  ['sums of an unknown kind', { ...about, format: 2, sums: 'crc64', files: [] }],
  ['a file without its sum', { ...about, format: 1, files: [{ path, bytes: 9 }] }],
  ['files that are none', { ...about, format: 1, files: 'many' }],
])('%s makes no sense', async (_, manifest) => {
  const { backupDir } = await backup(manifest)
  await expect(readManifest(backupDir)).rejects.toMatchObject({ code: 'BACKUP_DAMAGED' })
})
