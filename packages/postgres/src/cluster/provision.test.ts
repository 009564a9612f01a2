import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findEngine } from './engine.ts'
import { freePort, isPortFree } from './free-port.ts'
import { templateUser } from './os-user.ts'
import { clusterPaths } from './paths.ts'
import { provisionCluster, provisionDataDir, removeCluster } from './provision.ts'
import { startCluster } from './start.ts'
import { prepareTemplate } from './template.ts'
import { assertTraversable } from './traversable.ts'
import { withAdmin } from '#postgres/connection/admin.ts'
import { rotateAdminPassword } from '#postgres/connection/password.ts'
import {
  isRoot,
  tenant,
  testCluster,
  testDir,
  testEngine,
  testPort,
  testTemplate,
} from '#test/database.ts'

const code = (name: string) => expect.objectContaining({ name: 'ClusterError', code: name })

test('two servers may publish an engine and a template at once', async () => {
  await using dir = await testDir()
  const find = () => findEngine({ major: 17, cacheDir: dir.path })
  const [engine, same] = await Promise.all([find(), find()])
  expect(same.binDir).toBe(engine.binDir)
  expect(engine.version).toBe('17.10')
  expect((await stat(engine.bin('postgres'))).mode & 0o777).toBe(0o755)
  expect((await stat(join(engine.shareDir, 'postgres.bki'))).mode & 0o777).toBe(0o644)

  const templatesDir = join(dir.path, 'templates')
  const user = await templateUser()
  const prepare = () => prepareTemplate({ engine, templatesDir, user, bootstrap: 'none' })
  const [template, other] = await Promise.all([prepare(), prepare()])
  expect(other).toEqual(template)
  expect(await readdir(templatesDir), 'nothing is left of the slower one').toEqual([
    template.fingerprint,
  ])
  expect((await stat(join(template.dir, 'admin-password'))).mode & 0o777).toBe(0o600)

  // the bare kind has a superuser and nothing else
  const clusterDir = join(dir.path, 'bare')
  await provisionCluster({ template, clusterDir, user })
  await using cluster = await startCluster({ engine, clusterDir, port: 5432, listen: '', user })
  const target = { clusterDir, port: cluster.port, password: template.adminPassword }
  const roles = await withAdmin(target, (client) =>
    client.query(`select rolname from pg_roles where rolname !~ '^pg_'`),
  )
  expect(roles.rows).toEqual([{ rolname: 'plinth_admin' }])
})

test("an engine of one's own must be of the major asked for", async () => {
  await using dir = await testDir()
  const { binDir } = await testEngine(17)
  const override = join(binDir, '..')
  expect((await findEngine({ major: 17, override, cacheDir: dir.path })).binDir).toBe(binDir)
  const mismatch = findEngine({ major: 18, override, cacheDir: dir.path })
  await expect(mismatch).rejects.toEqual(code('ENGINE_MISSING'))
  const absent = findEngine({ major: 17, override: join(dir.path, 'no'), cacheDir: dir.path })
  await expect(absent).rejects.toEqual(code('ENGINE_MISSING'))
})

test('a cluster is provisioned once, whole, and for its account only', async () => {
  await using dir = await testDir()
  const template = await testTemplate(await testEngine())
  const clusterDir = join(dir.path, 'c')
  const { dataDir, socketDir } = clusterPaths(clusterDir)
  await mkdir(`${dataDir}.partial-dead`, { recursive: true })
  const provision = () => provisionCluster({ template, clusterDir, user: tenant })
  await Promise.all([provision(), provision()])
  expect((await readdir(clusterDir)).toSorted()).toEqual(['data', 'log', 'socket'])
  for (const path of [dataDir, socketDir]) {
    const found = await stat(path)
    expect(found.mode & 0o777).toBe(0o700)
    if (tenant) expect([found.uid, found.gid]).toEqual([tenant.uid, tenant.gid])
  }
  const key = await readFile(join(dataDir, 'plinth-vault.key'), 'utf8')
  await provision()
  expect(await readFile(join(dataDir, 'plinth-vault.key'), 'utf8'), 'again does nothing').toBe(key)

  const second = join(dir.path, 'd')
  await provisionCluster({ template, clusterDir: second, user: tenant })
  const otherKey = await readFile(join(clusterPaths(second).dataDir, 'plinth-vault.key'), 'utf8')
  expect(otherKey, 'every project seals with a key of its own').not.toBe(key)

  await removeCluster(clusterDir)
  expect(await readdir(dir.path)).toEqual(['d'])
  await removeCluster(clusterDir)
})

test('a full disk is a code, and leaves nothing half done', async () => {
  await using dir = await testDir()
  const template = await testTemplate(await testEngine())
  const small = join(dir.path, 'small')
  await mkdir(small)
  const mounted = tryMount(small)
  if (!mounted) return
  try {
    const failing = provisionDataDir({ template, dataDir: join(small, 'data'), user: tenant })
    await expect(failing).rejects.toEqual(code('NO_SPACE'))
    expect(await readdir(small)).toEqual([])
  } finally {
    execFileSync('umount', [small])
  }
})

/** Only root can, and not in every container. */
function tryMount(path: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', path], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}

test.runIf(isRoot)('the folder that is in the way is named', async () => {
  await using dir = await testDir()
  const inner = join(dir.path, 'closed', 'inner')
  await mkdir(inner, { recursive: true })
  await chmod(join(dir.path, 'closed'), 0o750)
  await expect(assertTraversable(inner, tenant)).rejects.toThrow(join(dir.path, 'closed'))
  await expect(assertTraversable(inner, undefined), 'our own account').resolves.toBeUndefined()
  await chmod(join(dir.path, 'closed'), 0o751)
  await expect(assertTraversable(inner, tenant)).resolves.toBeUndefined()
})

test.runIf(isRoot)('no account to run initdb with is a clear error', async () => {
  await using dir = await testDir()
  const passwdFile = join(dir.path, 'passwd')
  await writeFile(passwdFile, 'root:x:0:0:root:/root:/bin/sh\n')
  await expect(templateUser({ passwdFile })).rejects.toEqual(code('ENGINE_MISSING'))
})

test('a rotated superuser password replaces the one of the template', async () => {
  await using made = await testCluster()
  await using cluster = await startCluster({ ...made, port: await testPort() })
  const target = { clusterDir: made.clusterDir, port: cluster.port }
  const old = { ...target, password: made.template.adminPassword }
  const password = await rotateAdminPassword(old)
  await expect(withAdmin(old, async () => 'in')).rejects.toMatchObject({ code: '28P01' })
  expect(await withAdmin({ ...target, password }, async () => 'in')).toBe('in')
  // its own password change is in no log
  expect((await cluster.logTail(500)).join('\n')).not.toContain('SCRAM')
})

test('free ports are really free, and promised ones are left out', async () => {
  const from = await testPort()
  expect(await isPortFree(from)).toBe(true)
  const next = await freePort({ from, to: from + 50, taken: new Set([from]) })
  expect(next).toBeGreaterThan(from)
  await expect(freePort({ from, to: from, taken: new Set([from]) })).rejects.toEqual(
    code('NO_FREE_PORT'),
  )
})
