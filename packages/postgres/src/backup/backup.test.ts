import { appendFile, mkdir, readdir, readFile, rm, symlink, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { expect, test } from 'vitest'
import {
  archiveNow,
  archivePaths,
  archiverStatus,
  archiveSettings,
  prepareArchive,
  readPoint,
} from './archive.ts'
import { baseBackup } from './base-backup.ts'
import { readManifest, verifyBackup } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { backupFor } from './lines.ts'
import { listBackups } from './list-backups.ts'
import { archivedRange, pruneArchive } from './retention.ts'
import type { EngineMajor } from '#postgres/cluster/engine.ts'
import { clusterPaths } from '#postgres/cluster/paths.ts'
import { startCluster } from '#postgres/cluster/start.ts'
import { type SocketTarget, withAdmin } from '#postgres/connection/admin.ts'
import { isRoot, testCluster, testDir, testEngine, testPort } from '#test/database.ts'

const code = (name: string) => expect.objectContaining({ name: 'ClusterError', code: name })

/** A running cluster that archives, and the folder it archives to. */
async function archivingCluster({ major = 17 }: { major?: EngineMajor } = {}) {
  const made = await testCluster({ major })
  const dir = await testDir()
  const archiveDir = join(dir.path, 'archive')
  await prepareArchive({ archiveDir, user: made.user })
  const settings = { ...made.settings, ...archiveSettings({ archiveDir }) }
  const cluster = await startCluster({ ...made, settings, port: await testPort() })
  const target: SocketTarget = {
    clusterDir: made.clusterDir,
    port: cluster.port,
    password: made.template.adminPassword,
  }
  return {
    ...made,
    archiveDir,
    cluster,
    target,
    dir: dir.path,
    settings,
    run: <T>(task: (client: pg.Client) => Promise<T>) => withAdmin(target, task),
    archive: () => withAdmin(target, (client) => archiveNow({ client, archiveDir })),
    async [Symbol.asyncDispose]() {
      await cluster.stop({ mode: 'immediate' })
      await made[Symbol.asyncDispose]()
      await dir[Symbol.asyncDispose]()
    },
  }
}

type Archiving = Awaited<ReturnType<typeof archivingCluster>>

const tenantOfCopy = isRoot ? { uid: 210_002, gid: 210_002 } : undefined

/** Restores into a folder and an account of its own, and answers with what the table holds. */
async function restored(
  source: Archiving,
  name: string,
  options: { targetTime?: Date; walDir?: string } = {},
): Promise<{ values: number[]; timeline: number }> {
  const clusterDir = join(source.dir, `restored-${Math.random().toString(36).slice(2, 8)}`)
  const { backupsDir } = archivePaths(source.archiveDir)
  const { engine } = source
  const { adminPassword } = await restoreBackup({
    engine,
    clusterDir,
    backupDir: join(backupsDir, name),
    user: tenantOfCopy,
    ...options,
  })
  expect((await readdir(clusterDir)).toSorted()).toEqual(['data', 'log', 'socket', 'start.log'])
  await using copy = await startCluster({
    engine,
    clusterDir,
    user: tenantOfCopy,
    settings,
    port: await testPort(),
  })
  // awaited here, or the server would be gone before the answer
  return await withAdmin(
    { clusterDir, port: copy.port, password: adminPassword },
    async (client) => {
      const { rows } = await client.query<{ v: number }>('select v from public.t order by v')
      const control = await client.query<{ timeline: number }>(
        'select timeline_id as timeline from pg_control_checkpoint()',
      )
      return { values: rows.map(({ v }) => v), timeline: control.rows[0]?.timeline ?? 0 }
    },
  )
}

const settings = { shared_preload_libraries: 'pg_stat_statements' }

test.each([17, 18] as const)(
  'any moment since the backup comes back on PostgreSQL %i',
  async (major) => {
    await using source = await archivingCluster({ major })
    const { archiveDir } = source
    expect(await archivedRange(archiveDir)).toBeUndefined()
    await source.run((client) =>
      client.query('create table public.t (v int); insert into public.t values (1)'),
    )
    const first = await baseBackup({ target: source.target, archiveDir, name: 'first' })
    expect(first).toMatchObject({ major, label: 'first', format: 2 })
    const noted = await readPoint(archiveDir)
    expect(
      noted?.at.getTime(),
      'its end needs nothing more to be brought back',
    ).toBeGreaterThanOrEqual(Date.parse(first.finishedAt))
    expect(await archivedRange(archiveDir)).toMatchObject({ latest: noted?.at })
    await source.run((client) => client.query('insert into public.t values (2)'))
    const moment = await source.run(
      async (client) => (await client.query('select clock_timestamp() as at')).rows[0],
    )
    await sleep(5) // commits carry their time in microseconds; this is only to be beyond doubt
    await source.run((client) => client.query('delete from public.t'))
    const point = await source.archive()

    const { walDir } = archivePaths(archiveDir)
    expect(await restored(source, 'first'), 'as it was').toMatchObject({ values: [1] })
    const back = await restored(source, 'first', { walDir, targetTime: moment.at })
    expect(back.values, 'before the delete').toEqual([1, 2])
    expect(back.timeline, 'a history of its own').toBe(2)
    expect((await restored(source, 'first', { walDir })).values, 'all there is').toEqual([])
    expect((await restored(source, 'first', { walDir, targetTime: point.at })).values).toEqual([])

    expect(await archivedRange(archiveDir)).toEqual({
      earliest: new Date(first.finishedAt),
      latest: point.at,
    })
    const status = await source.run(archiverStatus)
    expect(status).toMatchObject({ failed_count: 0, last_archived_wal: point.segment })
  },
)

test('a moment outside the range is refused and leaves nothing', async () => {
  await using source = await archivingCluster()
  await source.run((client) => client.query('create table public.t (v int)'))
  await baseBackup({ target: source.target, archiveDir: source.archiveDir, name: 'b' })
  const { walDir } = archivePaths(source.archiveDir)
  const future = restored(source, 'b', { walDir, targetTime: new Date(Date.now() + 3600_000) })
  await expect(future).rejects.toEqual(code('NOT_RECOVERABLE'))
  const past = restored(source, 'b', { walDir, targetTime: new Date(0) })
  await expect(past).rejects.toEqual(code('NOT_RECOVERABLE'))
  expect(await readdir(source.dir)).toEqual(['archive'])
})

test('a backup under load is consistent', async () => {
  await using source = await archivingCluster()
  await source.run((client) =>
    client.query(`create table public.t (v int);
                  create table public.account (id int primary key, balance int not null);
                  insert into public.account select i, 100 from generate_series(1, 1000) i`),
  )
  const stop = new AbortController()
  const load = source.run(async (client) => {
    for (let i = 0; !stop.signal.aborted; i++) {
      const [from, to] = [(i % 1000) + 1, ((i * 7) % 1000) + 1]
      await client.query(
        `begin;
         update public.account set balance = balance - 1 where id = ${from};
         update public.account set balance = balance + 1 where id = ${to};
         create table public.temporary_${i} (a int); drop table public.temporary_${i};
         commit`,
      )
    }
  })
  await baseBackup({ target: source.target, archiveDir: source.archiveDir, name: 'busy' })
  stop.abort()
  await load
  const clusterDir = join(source.dir, 'copy')
  const { backupsDir } = archivePaths(source.archiveDir)
  const { adminPassword } = await restoreBackup({
    engine: source.engine,
    backupDir: join(backupsDir, 'busy'),
    clusterDir,
    user: tenantOfCopy,
  })
  await using copy = await startCluster({
    engine: source.engine,
    clusterDir,
    user: tenantOfCopy,
    settings,
    port: await testPort(),
  })
  const { rows } = await withAdmin(
    { clusterDir, port: copy.port, password: adminPassword },
    (client) =>
      client.query(
        'select sum(balance)::int as total, count(*)::int as accounts from public.account',
      ),
  )
  expect(rows).toEqual([{ total: 100_000, accounts: 1000 }])
})

test('a damaged backup is found out and not restored', async () => {
  await using source = await archivingCluster()
  const { archiveDir, engine } = source
  const told: string[] = []
  const onProgress = (done: number, total: number) => void told.push(`${done} of ${total}`)
  await baseBackup({ target: source.target, archiveDir, name: 'b', onProgress })
  const backupDir = join(archivePaths(archiveDir).backupsDir, 'b')
  const manifest = await verifyBackup(backupDir)
  expect(told.at(-1), 'how far it was, to the end').toMatch(/^(\d+) of \1$/)
  const largest = manifest.files.toSorted((a, b) => b.bytes - a.bytes)[0]
  if (!largest) throw new TypeError('A backup has files')
  expect(manifest.files.map(({ path }) => path)).toContain('data/backup_label')
  expect(manifest.files.map(({ path }) => path)).not.toContain('data/postmaster.pid')

  await appendFile(join(backupDir, largest.path), 'x')
  await expect(verifyBackup(backupDir)).rejects.toThrow(/has \d+ bytes/)
  await truncate(join(backupDir, largest.path), largest.bytes)
  await expect(verifyBackup(backupDir)).resolves.toBeDefined()
  await truncate(join(backupDir, largest.path), largest.bytes - 1)
  await appendFile(join(backupDir, largest.path), Buffer.from([0xee]))
  const failing = restoreBackup({
    engine,
    backupDir,
    clusterDir: join(source.dir, 'r'),
    user: undefined,
  })
  await expect(failing).rejects.toEqual(code('BACKUP_DAMAGED'))
  await rm(join(backupDir, largest.path))
  await expect(verifyBackup(backupDir)).rejects.toThrow('is missing')
  await rm(join(backupDir, 'manifest.json'))
  await expect(verifyBackup(backupDir)).rejects.toThrow('no manifest')
  expect(await listBackups(archiveDir)).toEqual([])
})

test('what cannot work is refused first', async () => {
  await using source = await archivingCluster()
  const { archiveDir, target } = source
  await baseBackup({ target, archiveDir, name: 'b' })
  const backupDir = join(archivePaths(archiveDir).backupsDir, 'b')
  const restore = {
    backupDir,
    user: undefined,
    clusterDir: source.clusterDir,
    engine: source.engine,
  }
  await expect(restoreBackup(restore), 'in place').rejects.toEqual(code('NOT_EMPTY'))
  const other = restoreBackup({
    ...restore,
    engine: await testEngine(18),
    clusterDir: join(source.dir, 'r'),
  })
  await expect(other).rejects.toEqual(code('VERSION_MISMATCH'))

  const aborted = baseBackup({ target, archiveDir, name: 'c', signal: AbortSignal.abort() })
  await expect(aborted).rejects.toEqual(code('ABORTED'))
  expect(await readdir(archivePaths(archiveDir).backupsDir)).toEqual(['b'])

  await using plain = await testCluster()
  await using cluster = await startCluster({ ...plain, port: await testPort() })
  const password = plain.template.adminPassword
  const unarchived = { clusterDir: plain.clusterDir, port: cluster.port, password }
  const failing = baseBackup({ target: unarchived, archiveDir, name: 'd' })
  await expect(failing).rejects.toEqual(code('NOT_RECOVERABLE'))
})

test.runIf(isRoot)('a link left in the data directory is not followed into a backup', async () => {
  await using source = await archivingCluster()
  const { dataDir } = clusterPaths(source.clusterDir)
  await symlink('/etc/shadow', join(dataDir, 'base', 'link'))
  const manifest = await baseBackup({
    target: source.target,
    archiveDir: source.archiveDir,
    name: 'b',
  })
  expect(manifest.files.map(({ path }) => path)).not.toContain('data/base/link')
  await rm(join(dataDir, 'base', 'link'))
})

test('retention keeps what the days since are built on, and nothing before it', async () => {
  await using source = await archivingCluster()
  const { archiveDir, target } = source
  const { walDir } = archivePaths(archiveDir)
  await source.run((client) => client.query('create table public.t (v int)'))
  for (const name of ['one', 'two', 'three']) {
    await baseBackup({ target, archiveDir, name })
    await source.run((client) => client.query('insert into public.t values (1)'))
    await source.archive()
  }
  const [one, two] = await listBackups(archiveDir)
  if (!one || !two) throw new TypeError('There are three')
  expect((await backupFor(archiveDir, new Date(two.finishedAt)))?.backup.name).toBe('two')
  expect(await backupFor(archiveDir, new Date(0))).toBeUndefined()

  expect(await pruneArchive({ archiveDir, keepSince: new Date(0) })).toMatchObject({ backups: [] })
  const between = new Date(new Date(two.finishedAt).getTime() + 1)
  const pruned = await pruneArchive({ archiveDir, keepSince: between })
  expect(pruned.backups).toEqual(['one'])
  expect(pruned.segments).toBeGreaterThan(0)
  expect((await listBackups(archiveDir)).map(({ name }) => name)).toEqual(['two', 'three'])
  expect(await readdir(walDir)).toContain(two.startSegment)
  expect((await restored(source, 'two', { walDir })).values).toEqual([1, 1, 1])

  await pruneArchive({ archiveDir, keepSince: new Date(Date.now() + 3600_000) })
  expect(
    (await listBackups(archiveDir)).map(({ name }) => name),
    'the newest stays',
  ).toEqual(['three'])
})

test('a gap in the archive ends what is promised', async () => {
  await using source = await archivingCluster()
  const { archiveDir, target } = source
  const backup = await baseBackup({ target, archiveDir, name: 'b' })
  const first = await source.archive()
  await source.archive()
  expect((await archivedRange(archiveDir))?.latest).toEqual((await readPoint(archiveDir))?.at)
  await rm(join(archivePaths(archiveDir).walDir, first.segment))
  expect((await archivedRange(archiveDir))?.latest).toEqual(new Date(backup.finishedAt))
  const { bytes, files } = await readManifest(join(archivePaths(archiveDir).backupsDir, 'b'))
  expect(bytes).toBe(files.reduce((total, file) => total + file.bytes, 0))
})

test('an archive that takes nothing is a code', async () => {
  await using source = await archivingCluster()
  const { walDir } = archivePaths(source.archiveDir)
  await rm(walDir, { recursive: true })
  const failing = source.run((client) =>
    archiveNow({ client, archiveDir: source.archiveDir, archiveTimeoutMs: 300 }),
  )
  await expect(failing).rejects.toEqual(code('ARCHIVE_TIMEOUT'))
  await mkdir(walDir)
  expect(
    await readFile(join(source.dir, 'archive', 'recoverable.json'), 'utf8').catch(() => ''),
  ).toBe('')
})
