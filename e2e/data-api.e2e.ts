import { expect, test } from '@playwright/test'
import { claimOwner } from './accounts.ts'
import { type Api, apiOf, makeProject } from './api.ts'
import { dataFolder, removeFolder, startPlatform } from './platform.ts'
import { processesStartedWith } from './processes.ts'

const TABLE = 'create table books as select 1 as id, $$Emma$$ as title'

async function projectWithBooks(api: Api) {
  const organization = await api.must('POST', '/v1/organizations', { name: 'Acme' })
  const ref = await makeProject(api, String(organization['slug']), 'library')
  await api.must('POST', `/v1/projects/${ref}/database/query`, { query: TABLE })
  return ref
}

/** The keys of the old kind, by role. */
async function keysOf(api: Api, ref: string): Promise<Record<string, string>> {
  const { body } = await api.call('GET', `/v1/projects/${ref}/api-keys?reveal=true`)
  // the list of the management API
  const keys = body as unknown as { name: string; api_key: string }[]
  return Object.fromEntries(keys.map(({ name, api_key: key }) => [name, key]))
}

/** What the project's data API answers to this key. */
async function booksWith(api: Api, ref: string, key = '') {
  const { restUrl } = await api.must('GET', `/platform/projects/${ref}`)
  const answer = await fetch(new URL('books', String(restUrl)), { headers: { apikey: key } })
  return answer.ok ? await answer.json() : answer.status
}

test('a killed platform leaves a data API, and the next start answers with its own', async () => {
  const dataDir = await dataFolder()
  const first = await startPlatform({ dataDir })
  const owner = await claimOwner(first)
  const ref = await projectWithBooks(owner)
  const { anon } = await keysOf(owner, ref)
  const file = `/${ref}/rest-`
  const left = await processesStartedWith(file)
  expect(left).toHaveLength(1)
  await first.kill()

  const second = await startPlatform({ dataDir })
  const api = apiOf(second.url, owner.token)
  await expect.poll(() => booksWith(api, ref, anon)).toEqual([{ id: 1, title: 'Emma' }])
  const now = await processesStartedWith(file)
  expect(now).toHaveLength(1)
  expect(now).not.toEqual(left)
  await second.stop()
  expect(await processesStartedWith(file)).toEqual([])
  await removeFolder(dataDir)
})

// the other moments are in the crash matrix; what people's keys do meanwhile is seen here
for (const moment of ['switch:kill-after']) {
  test(`killed at ${moment} of a change of the JWT secret, the next start finishes it`, async () => {
    const dataDir = await dataFolder()
    const fault = { PLINTH_FAULTS: `rotate_jwt_secret.${moment}` }
    const first = await startPlatform({ dataDir, env: fault })
    const owner = await claimOwner(first)
    const ref = await projectWithBooks(owner)
    const before = await keysOf(owner, ref)
    const path = `/platform/projects/${ref}/config/secrets`
    // the answer may be lost with the server
    await owner.call('PATCH', path, {}).catch(() => undefined)
    await first.ended

    const second = await startPlatform({ dataDir })
    const api = apiOf(second.url, owner.token)
    await expect
      .poll(async () => (await api.must('GET', `${path}/update-status`))['update_status'])
      .toMatchObject({ status: 'Updated', error: null })
    const after = await keysOf(api, ref)
    expect(after['anon']).not.toBe(before['anon'])
    await expect.poll(() => booksWith(api, ref, after['anon'])).toEqual([{ id: 1, title: 'Emma' }])
    expect(await booksWith(api, ref, before['anon'])).toBe(401)
    expect(await booksWith(api, ref, before['service_role'])).toBe(401)
    const project = await api.must('GET', `/platform/projects/${ref}`)
    expect(project).toMatchObject({ status: 'ACTIVE_HEALTHY', postgrestStatus: 'ONLINE' })
    await second.stop()
    await removeFolder(dataDir)
  })
}
