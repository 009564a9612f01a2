import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import {
  adminConnection,
  type Cluster,
  type Engine,
  type EngineMajor,
  findEngine,
  freePort,
  type OsUser,
  prepareTemplate,
  provisionCluster,
  removeCluster,
  setRolePasswords,
  settingsFor,
  startCluster,
  type Template,
  templateUser,
  withAdmin,
} from '#postgres/index.ts'

/** Whether clusters can be given accounts of their own here. */
export const isRoot = process.getuid?.() === 0

/** A tenant's account; no entry in /etc/passwd is needed. */
export const tenant: OsUser = isRoot ? { uid: 210_001, gid: 210_001 } : undefined

/** What is made once and kept between runs: engines and templates. */
const cacheDir = join(tmpdir(), `plinth-test-cache-${process.getuid?.() ?? 0}`)

export async function testEngine(major: EngineMajor = 17): Promise<Engine> {
  await mkdir(cacheDir, { recursive: true })
  await chmod(cacheDir, 0o755)
  return findEngine({ major, cacheDir })
}

export async function testTemplate(
  engine: Engine,
  bootstrap: Template['bootstrap'] = 'project',
): Promise<Template> {
  return prepareTemplate({
    engine,
    bootstrap,
    templatesDir: join(cacheDir, 'templates'),
    user: await templateUser(),
  })
}

/** A folder of this test's own that every account may enter. */
export async function testDir(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'plinth-'))
  await chmod(path, 0o755)
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** A provisioned cluster that does not run yet. */
export async function testCluster({ major = 17 }: { major?: EngineMajor } = {}) {
  const engine = await testEngine(major)
  const template = await testTemplate(engine)
  const dir = await testDir()
  const clusterDir = join(dir.path, 'c')
  await provisionCluster({ template, clusterDir, user: tenant })
  return {
    engine,
    template,
    clusterDir,
    user: tenant,
    settings: settingsFor({ memoryMb: 512, cpus: 2, maxConnections: 60 }),
    async [Symbol.asyncDispose]() {
      await removeCluster(clusterDir)
      await dir[Symbol.asyncDispose]()
    },
  }
}

/** A port that is free and that no other test worker is about to take. */
export const testPort = (): Promise<number> => {
  const from = 20_000 + (randomBytes(2).readUInt16BE(0) % 30_000)
  return freePort({ from, to: from + 1000 })
}

export type TestServer = AsyncDisposable & {
  cluster: Cluster
  adminPassword: string
  /** A connection as one of the roles, over TCP as tenants come in. */
  connect: (role: string, database?: string) => Promise<pg.Client & AsyncDisposable>
  /** A connection as the platform's superuser, pinned, over the socket. */
  admin: (database?: string) => Promise<pg.Client & AsyncDisposable>
  /** A database of one test's own with everything a project has. */
  createDatabase: () => Promise<string>
}

/** For `expect.poll`: a machine that runs other tests meanwhile may take its time. */
export const patient = { timeout: 20_000, interval: 20 }

export const rolePassword = 'test-password'

/** A running project cluster whose login roles all have `rolePassword`. */
export async function testServer(options: { major?: EngineMajor } = {}): Promise<TestServer> {
  const made = await testCluster(options)
  const cluster = await startCluster({ ...made, port: await testPort() })
  const { port, clusterDir } = cluster
  const { adminPassword } = made.template
  const target = { clusterDir, port, password: adminPassword }
  await withAdmin(target, (client) =>
    setRolePasswords(
      client,
      Object.fromEntries(loginRoles.map((role) => [role, rolePassword] as const)),
    ),
  )
  return {
    cluster,
    adminPassword,
    connect: (user, database = 'postgres') =>
      opened({ host: '127.0.0.1', port, user, database, password: rolePassword }),
    admin: (database = 'postgres') => opened(adminConnection({ ...target, database })),
    async createDatabase() {
      const name = `test_${randomBytes(6).toString('hex')}`
      await withAdmin({ ...target, database: 'template1' }, (client) =>
        client.query(`create database ${name} template postgres owner postgres`),
      )
      return name
    },
    async [Symbol.asyncDispose]() {
      await cluster.stop({ mode: 'immediate' })
      await made[Symbol.asyncDispose]()
    },
  }
}

const loginRoles = [
  'authenticator',
  'plinth_auth_admin',
  'plinth_monitor',
  'plinth_read_only',
  'plinth_realtime_admin',
  'plinth_storage_admin',
  'postgres',
]

async function opened(config: pg.ClientConfig): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client(config)
  // a test that stops its server says so itself
  client.on('error', () => undefined)
  await client.connect()
  return Object.assign(client, {
    [Symbol.asyncDispose]: () => client.end().catch(() => undefined),
  })
}
