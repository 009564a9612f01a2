import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/harness.ts'

let t: TestApp
const opened: string[] = []
beforeAll(async () => {
  t = await testApp({
    async openDownload(token) {
      opened.push(token)
      if (token !== 'good') return undefined
      return { body: new Blob(['select 1;']).stream(), filename: 'a.sql', type: 'application/sql' }
    },
  })
})
afterAll(() => t[Symbol.asyncDispose]())

const ask = (method: string, token: string) => t.app.request(`/downloads/${token}`, { method })

test('a link is not used up by who only asks what it leads to', async () => {
  const asked = await ask('HEAD', 'good')
  expect([asked.status, asked.headers.get('allow'), opened]).toEqual([405, 'GET', []])

  const found = await ask('GET', 'good')
  expect([found.status, await found.text(), opened]).toEqual([200, 'select 1;', ['good']])
  expect(found.headers.get('content-disposition')).toBe('attachment; filename="a.sql"')
})

test('one that was used or never was says neither', async () => {
  const refused = await ask('GET', 'used')
  expect([refused.status, await refused.json()]).toMatchObject([410, { code: 'LINK_INVALID' }])
})
