import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { withAdmin } from '@plinth/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectRow } from '#app/base/context.ts'
import { placementOf } from '#app/lifecycle/placement.ts'
import { type RunningApp, runningApp } from '#test/running-app.ts'

let t: RunningApp
let project: ProjectRow

beforeAll(async () => {
  t = await runningApp({ router: () => ({}) })
  const { organization } = await t.cast()
  project = await t.makeRunningProject(organization)
  await t.inside(project.ref, (client) => client.query('create table notes (body text)'))
})
afterAll(() => t[Symbol.asyncDispose]())

const write = () =>
  t.inside(project.ref, (client) => client.query(`insert into notes values ('one line')`))

async function note() {
  const { archives } = t.engine
  const placement = placementOf(t.parts.secrets, project)
  await archives.noteIfWritten(placement)
  const range = await archives.recoverable(project.ref)
  const segments = await readdir(join(t.backupsDir, project.ref, 'wal'))
  return { latest: range?.latest.getTime() ?? 0, segments: segments.length }
}

test('even a small write is noted, and a database that rests writes nothing to its archive', async () => {
  const placement = placementOf(t.parts.secrets, project)
  const { signal } = new AbortController()
  await t.engine.archives.backup(placement, { name: '20260101T000000000Z-requested', signal })
  const before = await note()
  for (let round = 0; round < 3; round++) {
    const at = Date.now()
    await write()
    expect((await note()).latest).toBeGreaterThanOrEqual(at)
  }
  const rested = await note()
  expect(await note()).toEqual(rested)
  expect(await note()).toEqual(rested)
  expect(rested.segments).toBeLessThanOrEqual(before.segments + 4)
})

const clusterDir = () => join(t.backupsDir, '..', 'projects', project.ref)

test('no backup passed its check any more once a database was dropped half way', async () => {
  const placement = placementOf(t.parts.secrets, project)
  const { port, secrets } = placement
  await t.inside(project.ref, (client) => client.query('create database half'))
  await withAdmin({ clusterDir: clusterDir(), port, password: secrets.admin }, (client) =>
    client.query(`update pg_database set datconnlimit = -2 where datname = 'half'`),
  )
  const name = '20260102T000000000Z-requested'
  await t.engine.archives.backup(placement, { name, signal: new AbortController().signal })
  const found = await t.engine.archives.verifyNewest(placement)
  expect(found).toMatchObject({
    name,
    outcome: 'passed',
    detail: expect.stringContaining('without a fault'),
  })
})
