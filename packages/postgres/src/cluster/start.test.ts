import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startCluster } from './start.ts'
import { clusterPaths } from './paths.ts'
import { processesOf } from './postmaster-file.ts'
import { withAdmin } from '#postgres/connection/admin.ts'
import { isRoot, tenant, testCluster, testDir, testEngine, testPort } from '#test/database.ts'

const code = (name: string) => expect.objectContaining({ name: 'ClusterError', code: name })

test.each([17, 18] as const)(
  'PostgreSQL %i starts, answers, and stops without a trace',
  async (major) => {
    await using made = await testCluster({ major })
    const port = await testPort()
    const cluster = await startCluster({ ...made, port })
    const { rows } = await withAdmin(
      { clusterDir: made.clusterDir, port, password: made.template.adminPassword },
      (client) =>
        client.query(
          `select current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
                current_setting('listen_addresses') as listens, current_user as role,
                (select datlocprovider::text || ' ' || datlocale from pg_database where datname = 'postgres')
                  as locale`,
        ),
    )
    expect(rows).toEqual([
      {
        checksums: 'on',
        fsync: 'on',
        listens: '127.0.0.1',
        role: 'plinth_admin',
        locale: 'b C.UTF-8',
      },
    ])
    expect(await cluster.stop()).toEqual({ isClean: true })
    expect(await cluster.exited).toEqual({ code: 0, signal: null })
    expect((await processesOf(cluster.dataDir)).all).toEqual([])
    // what writes the log ends a moment after the server does
    await expect
      .poll(async () => (await cluster.logTail(1))[0])
      .toBe('LOG: database system is shut down')
    expect(() => cluster.reload()).toThrow(code('NOT_RUNNING'))
  },
)

test.runIf(isRoot)('its processes run under the account of the project', async () => {
  await using made = await testCluster()
  await using cluster = await startCluster({ ...made, port: await testPort() })
  const status = await readFile(`/proc/${cluster.pid}/status`, 'utf8')
  expect(status).toContain(`Uid:\t${tenant?.uid}\t${tenant?.uid}`)
  expect(status).toMatch(/Groups:\t\s*\n/)
  const environment = await readFile(`/proc/${cluster.pid}/environ`, 'utf8')
  expect(environment.split('\0').map((entry) => entry.split('=')[0])).toEqual(
    expect.not.arrayContaining(['HOME', 'USER', 'SHELL']),
  )
  // another account may not even look into the folders
  const asNobody = { uid: 65_534, gid: 65_534, stdio: 'pipe' } as const
  for (const dir of [cluster.dataDir, cluster.socketDir]) {
    expect(() => execFileSync('ls', [dir], asNobody)).toThrow('Permission denied')
  }
})

test('a taken port is a code', async () => {
  await using made = await testCluster()
  const squatter = createServer().listen(0, '127.0.0.1')
  await once(squatter, 'listening')
  const address = squatter.address()
  if (address === null || typeof address === 'string') throw new TypeError('It listens on TCP')
  await expect(startCluster({ ...made, port: address.port })).rejects.toEqual(code('PORT_TAKEN'))
  squatter.close()
})

test('no data directory, and one of another major', async () => {
  await using made = await testCluster()
  const { dataDir } = clusterPaths(made.clusterDir)
  const engine = await testEngine(18)
  await expect(startCluster({ ...made, engine, port: 5432 })).rejects.toEqual(
    code('VERSION_MISMATCH'),
  )
  await rm(dataDir, { recursive: true })
  await expect(startCluster({ ...made, port: 5432 })).rejects.toEqual(code('DATA_DIR_MISSING'))
})

test('a server that refuses its data says why', async () => {
  await using made = await testCluster()
  await rm(join(clusterPaths(made.clusterDir).dataDir, 'global', 'pg_control'))
  const failing = startCluster({ ...made, port: await testPort() })
  await expect(failing).rejects.toEqual(code('START_FAILED'))
  await expect(failing).rejects.toMatchObject({
    logTail: expect.arrayContaining([
      expect.stringContaining('could not find the database system'),
    ]),
  })
})

test('what a failed start says stands after the log of the run before it', async () => {
  await using made = await testCluster()
  const cluster = await startCluster({ ...made, port: await testPort() })
  await cluster.stop()
  await expect.poll(async () => (await cluster.logTail(1))[0]).toContain('is shut down')
  await rm(join(cluster.dataDir, 'global', 'pg_control'))
  const failing = startCluster({ ...made, port: await testPort() })
  await expect(failing).rejects.toThrow(/ended with code 2: .*No such file or directory$/)
})

test('a setting the server does not know fails the start in its own words', async () => {
  await using made = await testCluster()
  const failing = startCluster({
    ...made,
    port: await testPort(),
    settings: { no_such_thing: '1' },
  })
  await expect(failing).rejects.toThrow(/unrecognized configuration parameter "no_such_thing"/)
})

test('a second start in the same folder is refused, and the first one unharmed', async () => {
  await using made = await testCluster()
  await using cluster = await startCluster({ ...made, port: await testPort() })
  await expect(startCluster({ ...made, port: await testPort() })).rejects.toEqual(code('LOCKED'))
  expect((await processesOf(cluster.dataDir)).postmaster?.pid).toBe(cluster.pid)
})

test('of two starts at once one wins, and the other leaves it alone', async () => {
  await using made = await testCluster()
  const ports = [await testPort(), await testPort()]
  const starts = ports.map((port) => startCluster({ ...made, port, readyTimeoutMs: 5_000 }))
  const outcomes = await Promise.allSettled(starts)
  const [winner, ...others] = outcomes.filter((outcome) => outcome.status === 'fulfilled')
  expect(others).toEqual([])
  expect(outcomes.find((outcome) => outcome.status === 'rejected')?.reason).toEqual(code('LOCKED'))
  const { postmaster } = await processesOf(clusterPaths(made.clusterDir).dataDir)
  expect(postmaster?.pid).toBe(winner?.value.pid)
  await winner?.value.stop()
})

test('a socket path that does not fit is refused before anything happens', async () => {
  await using made = await testCluster()
  const clusterDir = join(made.clusterDir, 'x'.repeat(80))
  await mkdir(clusterDir)
  await symlink(clusterPaths(made.clusterDir).dataDir, join(clusterDir, 'data'))
  const failing = startCluster({ ...made, clusterDir, port: 5432 })
  await expect(failing).rejects.toEqual(code('SOCKET_PATH_TOO_LONG'))
})

test('an abort ends the start and what it started', async () => {
  await using made = await testCluster()
  const abort = new AbortController()
  const starting = startCluster({ ...made, port: await testPort(), signal: abort.signal })
  // opened a moment before the server is started: it cannot be ready by then
  const { startLog } = clusterPaths(made.clusterDir)
  const began = setInterval(() => existsSync(startLog) && abort.abort(), 1)
  await expect(starting).rejects.toEqual(code('ABORTED'))
  clearInterval(began)
  expect((await processesOf(clusterPaths(made.clusterDir).dataDir)).all).toEqual([])
})

test('a start that takes too long is ended, too', async () => {
  await using made = await testCluster()
  const starting = startCluster({ ...made, port: await testPort(), readyTimeoutMs: 1 })
  await expect(starting).rejects.toEqual(code('START_TIMEOUT'))
  expect((await processesOf(clusterPaths(made.clusterDir).dataDir)).all).toEqual([])
})

test('an engine that does not run is missing', async () => {
  await using made = await testCluster()
  const engine = { ...made.engine, bin: () => join(made.clusterDir, 'no-postgres') }
  const failing = startCluster({ ...made, engine, port: await testPort() })
  await expect(failing).rejects.toEqual(code('ENGINE_MISSING'))
})

test.runIf(isRoot)('a folder the account cannot enter is named', async () => {
  await using made = await testCluster()
  await using closed = await testDir()
  await chmod(closed.path, 0o700)
  const clusterDir = join(closed.path, 'c')
  await mkdir(clusterDir)
  await symlink(clusterPaths(made.clusterDir).dataDir, join(clusterDir, 'data'))
  const failing = startCluster({ ...made, clusterDir, port: await testPort() })
  await expect(failing).rejects.toEqual(code('NOT_TRAVERSABLE'))
  await expect(failing).rejects.toThrow(closed.path)
})

test.runIf(isRoot)('a link where the early log should be is not followed', async () => {
  await using made = await testCluster()
  const { startLog } = clusterPaths(made.clusterDir)
  const precious = join(made.clusterDir, 'precious')
  await writeFile(precious, 'kept')
  await symlink(precious, startLog)
  await expect(startCluster({ ...made, port: await testPort() })).rejects.toThrow('ELOOP')
  expect(await readFile(precious, 'utf8')).toBe('kept')
})
