import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterPaths } from '@plinth/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diskUsage, freeBytes } from './disk-usage.ts'

const KB = 1024
let dir: string

const put = async (path: string, bytes: number) => {
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, Buffer.alloc(bytes, 1))
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'plinth-'))
  const { dataDir, logDir } = clusterPaths(dir)
  await put(join(dataDir, 'base', '1', '2', '3'), 64 * KB)
  for (let file = 0; file < 100; file++) await put(join(dataDir, 'base', '5', `${file}`), 8 * KB)
  await put(join(dataDir, 'global', '1262'), 8 * KB)
  await put(join(dataDir, 'pg_wal', '000000010000000000000001'), 256 * KB)
  await put(join(dataDir, 'pg_xact', '0000'), 16 * KB)
  await put(join(logDir, 'postgresql.json'), 32 * KB)
  await put(join(dir, 'elsewhere', 'old'), 512 * KB)
  await symlink(join(dir, 'elsewhere'), join(dataDir, 'base', 'link'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

test('data, WAL and the rest are told apart, and links lead nowhere', async () => {
  const use = await diskUsage(dir)
  expect(use).toEqual({
    databaseBytes: (64 + 100 * 8 + 8) * KB,
    walBytes: 256 * KB,
    otherBytes: (16 + 32) * KB,
    isComplete: true,
  })
})

test('too many files are not all looked at, which is said', async () => {
  const use = await diskUsage(dir, 20)
  expect(use.isComplete).toBe(false)
  expect(use.databaseBytes).toBeLessThan(64 * KB + 20 * 8 * KB)
})

test('what is not there takes up nothing', async () => {
  expect(await diskUsage(join(dir, 'nowhere'))).toEqual({
    databaseBytes: 0,
    walBytes: 0,
    otherBytes: 0,
    isComplete: true,
  })
  expect(await freeBytes(dir)).toBeGreaterThan(0)
})
