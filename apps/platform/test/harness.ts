import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import type { Deps } from '#app/base/deps.ts'
import { secretBox } from '#app/base/secret-box.ts'
import { authService, createIdentity } from '#app/control/auth/service.ts'
import type { Download } from '#app/control/backups/service.ts'
import { createBus } from '#app/db/bus.ts'
import { connectDatabase } from '#app/db/connect.ts'
import { projectDirectory } from '#app/db/project-directory.ts'
import { projectStore } from '#app/db/project-store.ts'
import { type ApiRouter, UNDECLARED } from '#app/http/api.ts'
import { createApp } from '#app/http/app.ts'
import { openLogs } from '#app/logs/open.ts'
import { clientOf } from './client.ts'
import { controlRouter, type RouterParts } from './control-router.ts'
import { makeDatabase, type TestDatabase } from './database.ts'
import { fixtures } from './fixtures.ts'

export type { Answer, As, Failure, Method } from './client.ts'
export { PASSWORD } from './fixtures.ts'

type Options = {
  /** Some modules or all of them; calls of the others answer 404. */
  readonly router?: (parts: RouterParts) => object
  readonly publicUrl?: string
  /** What a download link of an hour stands for. */
  readonly openDownload?: (token: string) => Promise<Download | undefined>
  /** A second server over the database of a first one. */
  readonly beside?: { readonly database: TestDatabase; readonly deps: Deps }
}

export type TestApp = Awaited<ReturnType<typeof testApp>>

/** The platform's HTTP half over a database of this file's own, with a clock that can be moved. */
export async function testApp({
  router = controlRouter,
  publicUrl = 'http://plinth.test',
  openDownload = async () => undefined,
  beside,
}: Options = {}) {
  const database = beside?.database ?? (await makeDatabase())
  const logged: string[] = []
  const log = pino({ level: 'debug' }, linesInto(logged))
  const onError = (error: Error) => log.error({ err: error }, 'a connection broke')
  const { pool, db } = connectDatabase({ connection: database.connection, onError })
  const bus = await createBus({ connection: database.connection, pool, log })
  const time = { aheadMs: 0 }
  const clock = () => new Date(Date.now() + time.aheadMs)
  const secrets = beside?.deps.secrets ?? secretBox(randomBytes(32))
  const { connection } = database
  const logs = await openLogs({ connection, secrets, log, clock, isMigrated: true })
  const deps: Deps = {
    db,
    log,
    logs,
    bus,
    publicUrl,
    secrets,
    clock,
  }
  const identity = createIdentity(deps)
  const auth = authService({ ...deps, identity })
  const app = createApp({
    ...deps,
    // the handler takes what is there; a whole router would need the modules that start clusters
    router: router({ ...deps, identity, auth }) as ApiRouter,
    directory: projectDirectory(projectStore(db), bus),
    resolveActor: (headers) => identity.resolve(headers),
    dashboard: undefined,
    openDownload,
    // requests made in memory come from nowhere, so tests say where from
    trustProxy: true,
  })
  const call = clientOf(app)
  return {
    ...fixtures({ ...deps, call, auth, identity }),
    app,
    call,
    database,
    db,
    deps,
    identity,
    /** Every line of the log, as JSON text. */
    logged,
    time,
    async [Symbol.asyncDispose]() {
      identity.close()
      await logs.close()
      await bus.close()
      await db.destroy()
      if (!beside) await database.drop()
      const undeclared = logged.filter((line) => line.includes(UNDECLARED))
      if (undeclared.length > 0) throw new Error(undeclared.join(''))
    },
  }
}

const linesInto = (lines: string[]) =>
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString('utf8'))
      done()
    },
  })
