import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Failure } from '#test/harness.ts'
import { type RunningApp, runningApp, type RunningParts } from '#test/running-app.ts'
import { backupHandlers } from './handlers.ts'

let t: RunningApp
beforeAll(async () => {
  t = await runningApp({
    router: (parts: RunningParts) => ({ backups: backupHandlers(parts).backups }),
  })
})
afterAll(() => t[Symbol.asyncDispose]())

test('what a project records of stored files is looked at, and told honestly', async () => {
  const { organization, as } = await t.cast()
  const { ref } = await t.makeRunningProject(organization)
  const path = `/platform/storage/${ref}/archive`
  const told = async (method: 'GET' | 'POST') => {
    const { status, body } = await t.call<Failure>(method, path, { as: as.member })
    return { status, code: body.code, message: body.message }
  }
  const refused = { status: 404, code: 'STORAGE_ARCHIVE_NOT_FOUND' }
  expect(await told('POST')).toEqual({ ...refused, message: 'This project stores no files' })

  // what an owner may do in the SQL editor
  await t.inside(ref, async (client) => {
    await client.query(`insert into storage.buckets (id, name) values ('pictures', 'pictures')`)
    await client.query(
      `insert into storage.objects (bucket_id, name) values ('pictures', 'a.png'), ('pictures', 'b.png')`,
    )
  })
  expect(await told('POST')).toEqual({
    ...refused,
    message: expect.stringMatching(/^The database records 2 objects in 1 bucket, but/),
  })
  // the answer that means there is none yet says the same beside it
  expect(await told('GET')).toEqual({ ...refused, message: 'Storage archive not found' })
  const { body } = await t.call<{ data: { reason: string } }>('GET', path, { as: as.member })
  expect(body.data.reason).toMatch(/^The database records 2 objects/)

  await t.engine.stop(ref)
  expect((await told('POST')).message).toMatch(/cannot be looked up/)
})
