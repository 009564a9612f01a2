import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ComputeSize, isTransitional, ProjectStatus } from '@plinth/contract'
import { scramVerifier, withClient } from '@plinth/postgres'
import type pg from 'pg'
import { pino } from 'pino'
import type { Deps } from '#app/base/deps.ts'
import { randomRef } from '#app/base/random.ts'
import { projectStore } from '#app/db/project-store.ts'
import { type Authority, identityFor, newAuthority } from '#app/engine/certificates.ts'
import { embeddedEngine } from '#app/engine/embedded.ts'
import type { ConnectAs, Engine } from '#app/engine/engine.ts'
import { PROJECT_PORTS } from '#app/engine/ports.ts'
import { parseFaults } from '#app/lifecycle/faults.ts'
import { createLifecycle, type Lifecycle } from '#app/lifecycle/lifecycle.ts'
import { newSecrets, placementOf, sealSecrets } from '#app/lifecycle/placement.ts'
import { controlRouter, type RouterParts } from './control-router.ts'
import { testApp } from './harness.ts'

export type RunningParts = RouterParts & {
  readonly engine: Engine
  readonly lifecycle: Lifecycle
  readonly host: string
}
type Options = {
  /** What is to be tested, beside people and organizations. */
  readonly router: (parts: RunningParts) => object
  /** As in PLINTH_FAULTS. */
  readonly faults?: string
}

const HOST = 'test'
const PATIENCE_MS = 60_000
export const OWNER_PASSWORD = 'a password of the owner'

export type RunningApp = Awaited<ReturnType<typeof runningApp>>

/** The platform with an engine behind it: projects are real servers in a folder of the test's own. */
export async function runningApp({ router, faults = '' }: Options) {
  const dir = await mkdtemp(join(tmpdir(), 'plinth-'))
  // every project's server has an account of its own, which has to pass through
  await chmod(dir, 0o755)
  const cacheDir = join(tmpdir(), `plinth-test-cache-${process.getuid?.() ?? 0}`)
  await mkdir(cacheDir, { recursive: true })
  const authority = oneAuthority()
  const engine = await embeddedEngine({
    dataDir: dir,
    cacheDir,
    backupsDir: join(dir, 'backups'),
    log: pino({ level: 'silent' }),
    overrides: {},
    postgrest: undefined,
    gatewayUrl: 'http://gateway.plinth.test',
    listen: '127.0.0.1',
    identify: async () => identityFor(await authority(), ['localhost', '127.0.0.1']),
  })
  const made = Promise.withResolvers<RunningParts>()
  const t = await testApp({
    router: (parts) => {
      const lifecycle = createLifecycle({
        ...parts,
        engine,
        host: HOST,
        claimant: randomUUID(),
        faults: parseFaults(faults),
      })
      const running = { ...parts, engine, lifecycle, host: HOST }
      made.resolve(running)
      return { ...controlRouter(parts), ...router(running) }
    },
  })
  const parts = await made.promise
  await parts.lifecycle.start()
  return {
    ...t,
    ...runningProjects(parts),
    parts,
    engine,
    authority,
    backupsDir: join(dir, 'backups'),
    async [Symbol.asyncDispose]() {
      await parts.lifecycle.stop()
      await engine.close()
      await t[Symbol.asyncDispose]()
      await rm(dir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Made when the first project starts, and kept: the same for all of them. */
function oneAuthority(): () => Promise<Authority> {
  let made: Promise<Authority> | undefined
  return () => (made ??= newAuthority())
}

type Made = { readonly name?: string; readonly size?: ComputeSize }

function runningProjects({ db, secrets, engine, lifecycle }: Deps & RunningParts) {
  const projects = projectStore(db)

  async function rowOf(ref: string) {
    const row = await projects.byRef(ref)
    if (!row) throw new Error(`There is no project ${ref}`)
    return row
  }

  /** Waits until the project stands somewhere, and says where. */
  async function settled(ref: string) {
    const deadline = performance.now() + PATIENCE_MS
    for (;;) {
      const status = ProjectStatus.parse((await rowOf(ref)).status)
      if (!isTransitional(status)) return status
      if (performance.now() > deadline) throw new Error(`${ref} is still ${status}`)
      await sleep(50)
    }
  }

  async function makeRunningProject(
    organization: { readonly id: string },
    { name = 'Project', size = 'nano' }: Made = {},
  ) {
    const number = await projects.nextNumber()
    const ref = randomRef()
    const row = {
      ref,
      name,
      organization_id: organization.id,
      status: 'COMING_UP',
      host: HOST,
      cloud_provider: 'LOCAL',
      region: 'local',
      postgres_engine: '17',
      instance_size: size,
      os_uid: 700_000 + number,
      // another test worker numbers its projects from one, too
      port: PROJECT_PORTS.from + ((process.pid * 37 + number) % 5_500),
      secrets: sealSecrets(secrets, ref, newSecrets()),
    }
    const verifier = secrets.seal(await scramVerifier(OWNER_PASSWORD), `project ${ref}`)
    await db.transaction().execute(async (trx) => {
      const id = await projects.insert(trx, row)
      const input = { owner_verifier: verifier.toString('base64') }
      await lifecycle.enqueue(trx, id, { kind: 'create', input, requestedBy: null })
    })
    lifecycle.wake()
    const status = await settled(ref)
    if (status !== 'ACTIVE_HEALTHY') {
      const [operation] = await lifecycle.operations.newest((await rowOf(ref)).id, 1)
      throw new Error(`${ref} is ${status}: ${operation?.error_message}`)
    }
    return rowOf(ref)
  }

  /** Inside a project's database, as the owner's editor unless said. */
  async function inside<Result>(
    ref: string,
    run: (client: pg.Client) => Promise<Result>,
    as: ConnectAs = 'editor',
  ): Promise<Result> {
    const placement = placementOf(secrets, await rowOf(ref))
    return withClient(engine.connection(placement, as), run)
  }

  return { inside, makeRunningProject, rowOf, settled }
}
