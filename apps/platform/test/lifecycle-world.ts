import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { randomRef } from '#app/base/random.ts'
import { projectStore } from '#app/db/project-store.ts'
import { type Fault, parseFaults } from '#app/lifecycle/faults.ts'
import { createLifecycle, type Lifecycle } from '#app/lifecycle/lifecycle.ts'
import type { OperationRow } from '#app/lifecycle/operation-store.ts'
import { newSecrets, sealSecrets } from '#app/lifecycle/placement.ts'
import { createReconciler } from '#app/lifecycle/reconciler.ts'
import { fakeEngine } from './fake-engine.ts'
import { testApp } from './harness.ts'

const PATIENCE_MS = 10_000
const POLL_MS = 2
// what every server here answers when it is asked how many it takes (global-setup.ts)
const CONNECTIONS = 100

type Platform = {
  readonly lifecycle: Lifecycle
  readonly look: () => Promise<void>
  /** An operation stands at a planted fault, for ever. */
  readonly isHeld: () => boolean
}
export type LifecycleWorld = Awaited<ReturnType<typeof lifecycleWorld>>
export type Subject = Awaited<ReturnType<LifecycleWorld['project']>>

/** The lifecycle over a real control database, with servers that do at once what they are told. */
export async function lifecycleWorld() {
  const app = await testApp()
  const { organization } = await app.cast()
  const projects = projectStore(app.db)
  const servers = fakeEngine(app.database.connection)

  async function platform(host: string, faults: readonly Fault[]): Promise<Platform> {
    let held = false
    const lines = new Writable({
      write(line: Buffer, _encoding, done) {
        held ||= line.toString('utf8').includes('held by a planted fault')
        done()
      },
    })
    const options = {
      ...app.deps,
      log: pino({ level: 'warn' }, lines),
      engine: servers.engine,
      host,
      claimant: randomUUID(),
      faults,
    }
    const lifecycle = createLifecycle(options)
    await lifecycle.start()
    const { look } = createReconciler({ ...options, lifecycle })
    return { lifecycle, look, isHeld: () => held }
  }

  async function insert(host: string): Promise<string> {
    const number = await projects.nextNumber()
    const ref = randomRef()
    const row = {
      ref,
      name: 'Subject',
      organization_id: organization.id,
      status: 'COMING_UP',
      host,
      cloud_provider: 'LOCAL',
      region: 'local',
      postgres_engine: '17',
      instance_size: 'micro',
      os_uid: 700_000 + number,
      port: 20_000 + number,
      secrets: sealSecrets(app.deps.secrets, ref, newSecrets()),
    }
    const id = await app.db.transaction().execute((trx) => projectStore(trx).insert(trx, row))
    const database_settings = JSON.stringify({ maxConnections: CONNECTIONS })
    await app.db.updateTable('projects').set({ database_settings }).where('id', '=', id).execute()
    return id
  }

  /** A project on a machine of its own, whose platforms can be told where to fail and where to die. */
  async function project() {
    const host = randomUUID()
    const faults: Fault[] = []
    let current = await platform(host, faults)
    const id = await insert(host)
    const row = () => projects.byId(id)

    return {
      row,
      lifecycle: () => current.lifecycle,
      look: () => current.look(),
      plant(...texts: readonly string[]) {
        faults.splice(0, faults.length, ...parseFaults(texts.join(',')))
      },
      /** The platform ends where it stands, and another one starts. */
      async crash() {
        // it hears nothing any more; what it holds it holds for ever
        void current.lifecycle.stop()
        faults.length = 0
        current = await platform(host, faults)
      },
      /** Waits until an operation has ended, with or without its project, or stands at a fault. */
      async settled(operation: string): Promise<OperationRow | 'gone' | 'held'> {
        const deadline = performance.now() + PATIENCE_MS
        for (;;) {
          if (current.isHeld()) return 'held'
          const found = await current.lifecycle.operations.byId(operation)
          if (!found) return 'gone'
          if (found.status !== 'queued' && found.status !== 'running') return found
          if (performance.now() > deadline) throw new Error(`It is still ${found.status}`)
          await sleep(POLL_MS)
        }
      },
      async newest() {
        return (await current.lifecycle.operations.newest(id, 1))[0]
      },
      create: () =>
        app.db
          .transaction()
          .execute((trx) =>
            current.lifecycle.enqueue(trx, id, { kind: 'create', requestedBy: null }),
          )
          .finally(() => current.lifecycle.wake()),
      end: () => current.lifecycle.stop(),
    }
  }

  return {
    project,
    servers,
    secrets: app.deps.secrets,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}
