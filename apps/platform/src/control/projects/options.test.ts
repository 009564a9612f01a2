import { afterAll, beforeAll, expect, test } from 'vitest'
import { answersOf } from '#test/answers.ts'
import { type RunningApp, runningApp, type RunningParts } from '#test/running-app.ts'
import { versionHandlers } from './options.ts'

let t: RunningApp
beforeAll(async () => {
  t = await runningApp({ router: (parts: RunningParts) => ({ versions: versionHandlers(parts) }) })
})
afterAll(() => t[Symbol.asyncDispose]())

test('member, stranger, nobody and a bad body', async () => {
  const { organization, as } = await t.cast()
  const path = `/platform/organizations/${organization.slug}`
  const body = { provider: 'LOCAL', region: 'local' }
  const bad = { provider: 'MOON', region: 'local' }
  expect(
    await answersOf(t.call, as, [
      { method: 'POST', path: `${path}/available-versions`, body, bad },
      { method: 'GET', path: `${path}/project-options` },
    ]),
  ).toMatchInlineSnapshot(`
    {
      "GET /platform/organizations/…/project-options": "nobody 401 UNAUTHORIZED, stranger 404 ORGANIZATION_NOT_FOUND, member 200",
      "POST /platform/organizations/…/available-versions": "nobody 401 UNAUTHORIZED, stranger 404 ORGANIZATION_NOT_FOUND, bad 422 BAD_INPUT, member 200",
    }
  `)
})

test('a region that is not here was said to have versions', async () => {
  const { organization, as } = await t.cast()
  const versions = async (provider: string, region: string) => {
    const path = `/platform/organizations/${organization.slug}/available-versions`
    const asked = { as: as.member, body: { provider, region } }
    const { body } = await t.call<{ available_versions: object[] }>('POST', path, asked)
    return body.available_versions
  }
  expect(await versions('LOCAL', 'local')).toMatchObject([
    { postgres_engine: '17', release_channel: 'ga', version: expect.stringMatching(/^17\./) },
    { postgres_engine: '18', release_channel: 'ga', version: expect.stringMatching(/^18\./) },
  ])
  expect(await versions('LOCAL', 'eu-west-1')).toEqual([])
  expect(await versions('AWS', 'local')).toEqual([])
})
