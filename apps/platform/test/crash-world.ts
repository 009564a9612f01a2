import { chmod, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type OperationKind, isTransitional, ProjectStatus } from '@plinth/contract'
import { createPool } from '@plinth/postgres'
import { makeToken } from '#app/control/access-tokens/token.ts'
import { definitionOf } from '#app/lifecycle/definitions.ts'
import { type ChildPlatform, childPlatform, rowsOf } from './child-platform.ts'
import { makeDatabase } from './database.ts'

const PATIENCE_MS = 30_000

type ProjectState = {
  readonly postgres_engine: string
  readonly id: string
  readonly ref: string
  readonly name: string
  readonly status: ProjectStatus
  readonly port: number
  readonly instance_size: string
}
export type OperationState = {
  readonly id: string
  readonly kind: string
  readonly status: string
  readonly attempts: number
  readonly error_message: string | null
}

export type CrashWorld = Awaited<ReturnType<typeof crashWorld>>

/** One data folder that platforms are started on and killed, one after another. */
export async function crashWorld() {
  const dataDir = await mkdtemp(join(tmpdir(), 'plinth-'))
  await chmod(dataDir, 0o755)
  const database = await makeDatabase()
  const db = createPool({ ...database.connection, max: 4, onError: () => undefined })
  const accessToken = makeToken()
  let platform: ChildPlatform | undefined
  let kills = 0

  const now = () => {
    if (!platform) throw new Error('No platform runs')
    return platform
  }
  const call = (method: string, path: string, body?: object) => now().call(method, path, body)

  async function project(ref: string): Promise<ProjectState | undefined> {
    const [row] = await rowsOf<ProjectState>(db, 'select * from projects where ref = $1', [ref])
    return row && { ...row, status: ProjectStatus.parse(row.status) }
  }

  async function newest(ref: string): Promise<OperationState | undefined> {
    const [row] = await rowsOf<OperationState>(
      db,
      `select o.* from operations o join projects p on p.id = o.project_id
        where p.ref = $1 order by o.created_at desc limit 1`,
      [ref],
    )
    return row
  }

  /** Waits until nothing is under way on a project; answers with where it stands, if it still does. */
  async function settled(ref: string): Promise<ProjectStatus | 'gone'> {
    const deadline = performance.now() + PATIENCE_MS
    for (;;) {
      const [found, operation] = [await project(ref), await newest(ref)]
      if (!found) return 'gone'
      const isLive = operation?.status === 'queued' || operation?.status === 'running'
      // one that is removed between the two questions has no operation any more
      if (operation && !isLive && !isTransitional(found.status)) return found.status
      if (performance.now() > deadline) {
        const said = now().said.slice(-20).join('\n')
        throw new Error(
          `${found.name} is stuck: ${found.status}, ${JSON.stringify(operation)}\n${said}`,
        )
      }
      await sleep(25)
    }
  }

  async function start(faults: readonly string[] = []) {
    const connection = database.connection
    const text = faults.join(',')
    platform = await childPlatform({ dataDir, connection, accessToken, faults: text })
  }

  return {
    dataDir,
    db,
    call,
    project,
    newest,
    settled,
    kills: () => kills,
    untilHeld: (name: string) => now().untilHeld(name),
    start,
    async kill() {
      if (!platform) return
      await platform.kill()
      platform = undefined
      kills++
    },
    /** What the platform that runs has complained of. */
    said: () =>
      now()
        .said.filter((line) => line.startsWith('{'))
        .join('\n'),

    /** Puts an operation in the queue that no call begins. */
    async enqueue(ref: string, kind: OperationKind) {
      const steps = definitionOf(kind).steps.map(({ name }) => ({
        name,
        status: 'pending',
        started_at: null,
        finished_at: null,
      }))
      await db.query(
        `insert into operations (project_id, kind, status, steps)
         select id, $2, 'queued', $3 from projects where ref = $1`,
        [ref, kind, JSON.stringify(steps)],
      )
    },

    async query(ref: string, query: string): Promise<readonly Record<string, unknown>[]> {
      const rows = await call('POST', `/v1/projects/${ref}/database/query`, { query })
      // the answer of this call is the list of rows
      return rows as unknown as readonly Record<string, unknown>[]
    },

    async [Symbol.asyncDispose]() {
      // a start and a clean end, after which nothing runs
      if (!platform) await start()
      await now().stop()
      const left = await processesIn(dataDir)
      await db.end()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
      if (left.length > 0) throw new Error(`A stopped platform left ${JSON.stringify(left)}`)
    },
  }
}

export type FoundProcess = { readonly kind: 'postgres' | 'rest'; readonly ref: string }

/** Postmasters and data APIs of a data folder, by the project whose they are. */
export async function processesIn(dataDir: string): Promise<readonly FoundProcess[]> {
  const found: FoundProcess[] = []
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    // expected: it ended while we looked
    const command = (await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '')).split('\0')
    const standsIn = await readlink(`/proc/${entry}/cwd`).catch(() => '')
    const isPostmaster = command[0]?.endsWith('/postgres') && command.includes('-D')
    const path = isPostmaster ? standsIn : (command[1] ?? '')
    if (!path.startsWith(`${dataDir}/`)) continue
    const [, folder = '', ref = ''] = path.slice(dataDir.length).split('/')
    const kind = isPostmaster ? 'postgres' : 'rest'
    found.push({ kind, ref: folder === 'projects' ? ref : `${folder}/${ref}` })
  }
  return found.toSorted((a, b) => `${a.ref} ${a.kind}`.localeCompare(`${b.ref} ${b.kind}`))
}

/** What a broken-off operation may leave in a data folder, none of which should be there. */
export async function leftoversIn(dataDir: string): Promise<readonly string[]> {
  const below = async (folder: string) =>
    (await readdir(join(dataDir, folder)).catch(() => [])).map((name) => `${folder}/${name}`)
  const staging = (await below('staging')).filter(
    (path) => !/\.(replaced|upgraded)-\d+$/.test(path),
  )
  const projects = await below('projects')
  const inside = (await Promise.all(projects.map(below))).flat()
  const backups = (await below('backups')).map((path) => below(`${path}/backups`))
  const halves = [...inside, ...(await Promise.all(backups)).flat()]
  return [...staging, ...halves.filter((path) => path.includes('partial'))]
}
