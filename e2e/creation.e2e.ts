import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { claimOwner } from './accounts.ts'
import { apiOf, untilStatus } from './api.ts'
import { dataFolder, removeFolder, startPlatform } from './platform.ts'
import { postgresProcessesIn } from './processes.ts'

// the crash matrix of the platform's tests does every step of every operation; this one ends itself,
// and its control database is its own
const STEPS = ['start']

for (const step of STEPS) {
  for (const side of ['before', 'after']) {
    test(`killed ${side} the step "${step}" of a creation, the next start finishes it`, async () => {
      const dataDir = await dataFolder()
      const fault = { PLINTH_FAULTS: `create.${step}:kill-${side}` }
      const first = await startPlatform({ dataDir, env: fault })
      const owner = await claimOwner(first)
      const organization = await owner.must('POST', '/v1/organizations', { name: 'Acme' })
      const wanted = { name: 'cut off', organization_slug: organization['slug'] }
      // the answer may be lost with the server: what counts is what the next one finds
      await owner.call('POST', '/v1/projects', wanted).catch(() => undefined)
      await first.ended

      const second = await startPlatform({ dataDir })
      try {
        const api = apiOf(second.url, owner.token)
        // the list of the management API
        const projects = (await api.call('GET', '/v1/projects')).body as unknown as {
          ref: string
        }[]
        expect(projects).toHaveLength(1)
        const ref = projects[0]?.ref ?? ''
        await untilStatus(api, ref, 'ACTIVE_HEALTHY')
        const asked = { query: 'select 1 as one' }
        const answer = await api.call('POST', `/v1/projects/${ref}/database/query`, asked)
        expect(answer.body).toEqual([{ one: 1 }])
        // one server for the project, one folder, no half copy beside it
        expect(await postgresProcessesIn(join(dataDir, 'projects'))).toHaveLength(1)
        expect(await readdir(join(dataDir, 'projects'))).toEqual([ref])
        const left = await readdir(join(dataDir, 'projects', ref))
        expect(left.filter((name) => name.includes('partial'))).toEqual([])
      } finally {
        await second.stop()
      }
      expect(await postgresProcessesIn(dataDir)).toEqual([])
      await removeFolder(dataDir)
    })
  }
}

test('a platform that is killed while projects run finds them again', async () => {
  const dataDir = await dataFolder()
  const first = await startPlatform({ dataDir })
  const owner = await claimOwner(first)
  const organization = await owner.must('POST', '/v1/organizations', { name: 'Acme' })
  const wanted = { name: 'survivor', organization_slug: organization['slug'] }
  const { ref } = await owner.must('POST', '/v1/projects', wanted)
  await untilStatus(owner, String(ref), 'ACTIVE_HEALTHY')
  const path = `/v1/projects/${String(ref)}/database/query`
  await owner.must('POST', path, { query: 'create table kept as select 7 as n' })
  const before = await postgresProcessesIn(join(dataDir, 'projects'))
  await first.kill()

  const second = await startPlatform({ dataDir })
  const api = apiOf(second.url, owner.token)
  await untilStatus(api, String(ref), 'ACTIVE_HEALTHY')
  await expect
    .poll(async () => (await api.call('POST', path, { query: 'select n from kept' })).body)
    .toEqual([{ n: 7 }])
  // adopted, not started a second time
  expect(await postgresProcessesIn(join(dataDir, 'projects'))).toEqual(before)
  await second.stop()
  expect(await postgresProcessesIn(dataDir)).toEqual([])
  await removeFolder(dataDir)
})
