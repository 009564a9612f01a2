import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { claimOwner } from './accounts.ts'
import { type Api, apiOf, makeProject } from './api.ts'
import { dataFolder, removeFolder, type RunningPlatform, startPlatform } from './platform.ts'
import { postgresProcessesIn } from './processes.ts'

const PASSWORD = 'a password of the loop'
const WRITERS = 3
const ACCOUNTS = 10
const TOTAL = 1000
// the platform leaves a server alone that ends more often than this by itself; a new one counts anew
const MAX_CRASHES = 4
// from so many on, those of sessions among them, it may call the project unhealthy though it answers
const MANY_CRASHES = 3
const RECOVER_TIMEOUT_MS = 60_000

const VICTIMS = ['server', 'backend', 'platform', 'platform and server', 'own database'] as const
type Victim = (typeof VICTIMS)[number]

/** What one kill did. */
export type Cycle = {
  readonly victim: Victim
  /** Until a transfer that began after the kill was acknowledged, and the platform answered. */
  readonly recoveredMs: number
  readonly acknowledged: number
}

type Options = {
  readonly cycles: number
  /** The same for the same kills. */
  readonly random: () => number
  readonly onCycle?: (cycle: Cycle, number: number) => void
}

/**
 * Transfers between accounts go on while processes are killed (kill -9) at random moments.
 * @throws when an acknowledged transfer is missing, or money was made or lost
 */
export async function killLoop(options: Options): Promise<readonly Cycle[]> {
  const dataDir = await dataFolder()
  const running = { platform: await startPlatform({ dataDir }) }
  const done: Cycle[] = []
  try {
    await killMany(dataDir, running, { ...options, done })
  } catch (cause) {
    throw new Error(`After ${done.length} kills:\n${running.platform.output()}`, { cause })
  } finally {
    await running.platform.stop()
  }
  const left = await postgresProcessesIn(dataDir)
  if (left.length > 0) throw new Error(`${left.length} servers are left`)
  await removeFolder(dataDir)
  return done
}

async function killMany(
  dataDir: string,
  running: { platform: RunningPlatform },
  { cycles, random, onCycle, done }: Options & { readonly done: Cycle[] },
) {
  const owner = await claimOwner(running.platform)
  const api = () => apiOf(running.platform.url, owner.token)
  const made = await owner.must('POST', '/v1/organizations', { name: 'Bank', plan: 'team' })
  const ref = await makeProject(owner, String(made['slug']), 'Ledger')
  const path = `/platform/projects/${ref}`
  await owner.must('PATCH', `${path}/db-password`, { password: PASSWORD })
  const { db_port: port } = await owner.must('GET', path)
  await using ledger = await openLedger(Number(port))
  let crashes = 0
  let allCrashes = 0
  for (let number = 1; number <= cycles; number++) {
    await sleep(200 + random() * 600)
    const drawn = VICTIMS[Math.floor(random() * VICTIMS.length)] ?? 'server'
    const victim = drawn === 'server' && crashes >= MAX_CRASHES ? 'platform' : drawn
    const isPlatform = victim.startsWith('platform')
    crashes = isPlatform ? 0 : crashes + Number(victim === 'server')
    allCrashes = isPlatform ? 0 : allCrashes + Number(victim === 'server' || victim === 'backend')
    const since = performance.now()
    if (isPlatform) await running.platform.kill()
    await killIn(dataDir, { ref, victim, random })
    if (isPlatform) running.platform = await startPlatform({ dataDir })
    // and the platform answers again, and says of the project what is true
    const mayBeShaky = allCrashes >= MANY_CRASHES
    await Promise.all([ledger.goesOn(), insist(() => assertUp(api(), ref, mayBeShaky))])
    const recoveredMs = performance.now() - since
    const cycle = { victim, recoveredMs, acknowledged: await ledger.check() }
    done.push(cycle)
    onCycle?.(cycle, number)
  }
  const { db_port: portNow } = await api().must('GET', path)
  if (portNow !== port)
    throw new Error(`The project moved from port ${Number(port)} to ${Number(portNow)}`)
}

/** @throws while the platform does not say that the project is up */
async function assertUp(api: Api, ref: string, mayBeShaky: boolean) {
  const { status } = await api.must('GET', `/platform/projects/${ref}/status`)
  if (status === 'ACTIVE_HEALTHY') return
  const health = await api.must('GET', `/platform/projects/${ref}/health`)
  const isShaky = status === 'ACTIVE_UNHEALTHY' && health['database_keeps_crashing'] === true
  if (!isShaky || !mayBeShaky) throw new Error(`The project is ${String(status)}`)
}

type Kill = { readonly ref: string; readonly victim: Victim; readonly random: () => number }

async function killIn(dataDir: string, { ref, victim, random }: Kill) {
  if (victim === 'platform') return
  const folder = join(dataDir, victim === 'own database' ? 'control' : `projects/${ref}`)
  const isBackend = victim === 'backend'
  const pids = isBackend ? await backendsIn(folder) : await postgresProcessesIn(folder)
  const pid = pids[Math.floor(random() * pids.length)]
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
}

async function backendsIn(folder: string): Promise<number[]> {
  const found: number[] = []
  for (const entry of await readdir('/proc')) {
    // expected: it ended while we looked
    const standsIn = await readlink(`/proc/${entry}/cwd`).catch(() => '')
    if (!standsIn.startsWith(folder)) continue
    const command = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '')
    // one process of a server's own that is killed takes it into recovery, as a session's does
    if (command.startsWith('postgres: ') && !command.includes('logger')) found.push(Number(entry))
  }
  return found
}

const TRANSFER = `
  with taken as (update account set balance = balance - $3 where id = $1),
       given as (update account set balance = balance + $3 where id = $2)
  insert into transfer values ($4)`

async function contents(client: pg.Client) {
  const sum = await client.query<{ total: number }>(
    'select sum(balance)::int as total from account',
  )
  const { rows } = await client.query<{ id: number }>('select id from transfer')
  return { total: sum.rows[0]?.total, held: new Set(rows.map(({ id }) => id)) }
}

/** Tries until it works: what was killed takes a moment to come back. */
async function insist<Result>(run: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + RECOVER_TIMEOUT_MS
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(10)
    }
  }
}

/** Accounts inside the project, and outside of it a journal of what was acknowledged. */
async function openLedger(port: number) {
  const connection = { host: '127.0.0.1', port, user: 'postgres', password: PASSWORD }
  const acknowledged: number[] = []
  let next = 0
  let isStopping = false
  await once(async (client) => {
    await client.query('create table account (id int primary key, balance int not null)')
    await client.query('create table transfer (id int primary key)')
    await client.query(
      `insert into account select n, ${TOTAL / ACCOUNTS} from generate_series(1, ${ACCOUNTS}) n`,
    )
  })

  async function once<Result>(run: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const database = 'postgres'
    const limits = { connectionTimeoutMillis: 5_000, query_timeout: 10_000 }
    const client = new pg.Client({ ...connection, ...limits, database })
    // its server is about to be killed
    client.on('error', () => undefined)
    try {
      await client.connect()
      return await run(client)
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  async function transfer(client: pg.Client) {
    const id = ++next
    const half = ACCOUNTS / 2
    await client.query(TRANSFER, [1 + (id % half), 1 + half + (id % half), (id % 21) - 10, id])
    acknowledged.push(id)
  }

  async function write(client: pg.Client) {
    while (!isStopping) {
      await transfer(client)
      await sleep(2)
    }
  }

  async function writer() {
    while (!isStopping) {
      // expected: it was killed; what was not acknowledged may be there or not
      await once(write).catch(() => sleep(20))
    }
  }
  const writers = Array.from({ length: WRITERS }, writer)

  return {
    /** Resolves when somebody who comes anew gets a transfer acknowledged. */
    goesOn: () => insist(() => once(transfer)),
    /** @throws when the database is not what was acknowledged */
    async check(): Promise<number> {
      const expected = [...acknowledged]
      const { total, held } = await insist(() => once(contents))
      if (total !== TOTAL) throw new Error(`The sum is ${total}`)
      const lost = expected.filter((id) => !held.has(id))
      if (lost.length > 0) throw new Error(`Acknowledged and lost: ${lost.join(', ')}`)
      return expected.length
    },
    async [Symbol.asyncDispose]() {
      isStopping = true
      await Promise.all(writers)
    },
  }
}

/** The same numbers for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
