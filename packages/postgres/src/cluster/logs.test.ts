import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readLogTail, readRecentLog } from './log-tail.ts'
import { type LogCursor, type LogRecord, pruneLogs, readLog } from './logs.ts'
import { clusterPaths } from './paths.ts'
import { startCluster } from './start.ts'
import { withAdmin } from '#postgres/connection/admin.ts'
import { testCluster, testDir, testPort, patient } from '#test/database.ts'

test('a log is read on from where the last reading ended', async () => {
  await using made = await testCluster()
  await using cluster = await startCluster({ ...made, port: await testPort() })
  const { clusterDir } = made
  const first = await readLog({ clusterDir })
  expect(first.records.map(({ message }) => message)).toContain(
    'database system is ready to accept connections',
  )
  const target = { clusterDir, port: cluster.port, password: made.template.adminPassword }
  await withAdmin(target, (client) => client.query('select nope').catch(() => undefined))
  // the collector is a process of its own and takes its time
  let cursor = first.cursor
  const later: LogRecord[] = []
  const readOn = async () => {
    const next = await readLog({ clusterDir, after: cursor })
    cursor = next.cursor
    later.push(...next.records)
    return later
  }
  await expect.poll(readOn, patient).toMatchObject([
    {
      error_severity: 'ERROR',
      state_code: '42703',
      statement: 'select nope',
      dbname: 'postgres',
    },
  ])
  expect(await readOn(), 'once').toHaveLength(1)
})

test('half a line waits, a broken one is passed over, and old files go', async () => {
  await using dir = await testDir()
  const { logDir } = clusterPaths(dir.path)
  const line = (message: string) =>
    JSON.stringify({ timestamp: 't', error_severity: 'LOG', message })
  await mkdir(logDir)
  await writeFile(join(logDir, '1.json'), `${line('a')}\n{"cut\n${line('b')}\n`)
  await writeFile(join(logDir, '2.json'), `${line('c')}\n${line('d').slice(0, 9)}`)
  const clusterDir = dir.path
  const { records, cursor } = await readLog({ clusterDir })
  expect(records.map(({ message }) => message)).toEqual(['a', 'b', 'c'])
  await writeFile(join(logDir, '2.json'), `${line('c')}\n${line('d')}\n`)
  const next = await readLog({ clusterDir, after: cursor })
  expect(next.records.map(({ message }) => message)).toEqual(['d'])
  expect(await pruneLogs({ clusterDir, keepBytes: 10 })).toMatchObject([{ file: '1.json' }])
  expect(await readdir(logDir)).toEqual(['2.json'])
})

test('why a server ended is told though another runs since, and where it lies is not', async () => {
  await using dir = await testDir()
  const { logDir, startLog } = clusterPaths(dir.path)
  const line = (at: string, message: string) =>
    `${JSON.stringify({ timestamp: `2026-01-02 ${at}.678 UTC`, error_severity: 'LOG', message })}\n`
  await mkdir(logDir)
  await writeFile(startLog, '2026 LOG: redirecting log output to logging collector process\n')
  await writeFile(join(logDir, '1.json'), line('03:04:05', 'terminated by signal 11'))
  await writeFile(join(logDir, '2.json'), line('03:04:06', `listening on "${dir.path}/socket/x"`))
  expect(await readRecentLog(dir.path, 9)).toEqual([
    '03:04:05 UTC LOG: terminated by signal 11',
    '03:04:06 UTC LOG: listening on "socket/x"',
  ])
  expect(await readRecentLog(dir.path, 1)).toHaveLength(1)
  // what one start said is not mixed with what came before it
  expect(await readLogTail(dir.path, 9)).toEqual(['LOG: listening on "socket/x"'])
})

test('a line too long to be read at once is passed over, and not what follows it', async () => {
  await using dir = await testDir()
  const { logDir } = clusterPaths(dir.path)
  const line = (message: string) =>
    JSON.stringify({ timestamp: 't', error_severity: 'LOG', message })
  await mkdir(logDir)
  await writeFile(join(logDir, '1.json'), `${line('x'.repeat(5_000))}\n${line('next')}\n`)
  const seen: string[] = []
  let cursor: LogCursor | undefined
  for (let reading = 0; reading < 8; reading++) {
    const read = await readLog({ clusterDir: dir.path, after: cursor, maxBytes: 1_000 })
    seen.push(...read.records.map(({ message }) => message))
    cursor = read.cursor
  }
  expect(seen).toEqual(['next'])
})
