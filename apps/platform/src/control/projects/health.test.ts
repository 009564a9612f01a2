import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApp, runningApp, type RunningParts } from '#test/running-app.ts'
import { projectHandlers } from './handlers.ts'

let t: RunningApp
beforeAll(async () => {
  t = await runningApp({
    router: (parts: RunningParts) => ({
      projects: projectHandlers({ ...parts, databaseHost: '127.0.0.1', gatewayUrl: '' }).projects,
    }),
  })
})
afterAll(() => t[Symbol.asyncDispose]())

type Health = { services: { name: string; status: string }[]; database_log: string[] }

test('a server that should run and does not is told with its last lines', async () => {
  const { organization, as } = await t.cast()
  const { ref } = await t.makeRunningProject(organization)
  const health = async () => {
    const path = `/platform/projects/${ref}/health`
    const { body } = await t.call<Health>('GET', path, { as: as.member })
    const log = body.database_log
    return { db: body.services.find(({ name }) => name === 'db')?.status, last: log.at(-1) }
  }
  expect(await health()).toEqual({ db: 'healthy', last: undefined })

  await t.engine.stop(ref)
  await expect.poll(health).toEqual({
    db: 'stopped',
    last: expect.stringMatching(/^[\d:]{8} UTC LOG: database system is shut down$/),
  })
  // one that was paused has nothing to explain
  await t.db.updateTable('projects').set({ status: 'INACTIVE' }).where('ref', '=', ref).execute()
  expect(await health()).toEqual({ db: 'stopped', last: undefined })
})
