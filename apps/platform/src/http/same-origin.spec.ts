import { expect, test } from 'vitest'
import { isForged } from './same-origin.ts'

const OWN = 'https://plinth.example'
const EVIL = 'https://evil.example'

test('what changes something comes from our own pages, or from no browser', () => {
  const table: [string, Record<string, string>][] = [
    ['POST', { 'sec-fetch-site': 'same-origin', cookie: 'a=b' }],
    ['POST', { 'sec-fetch-site': 'none', cookie: 'a=b' }],
    ['POST', { 'sec-fetch-site': 'cross-site', cookie: 'a=b' }],
    ['POST', { 'sec-fetch-site': 'cross-site' }],
    ['POST', { 'sec-fetch-site': 'same-site', origin: OWN }],
    ['DELETE', { origin: EVIL }],
    ['DELETE', { origin: OWN, cookie: 'a=b' }],
    ['POST', { origin: 'null', cookie: 'a=b' }],
    ['PUT', { authorization: 'Bearer token' }],
    ['PATCH', { cookie: 'a=b' }],
    ['GET', { 'sec-fetch-site': 'cross-site', cookie: 'a=b' }],
  ]
  const rows = table.map(([method, headers]) => {
    const isRefused = isForged({ method, headers: new Headers(headers) }, OWN)
    return `${isRefused ? 'refused' : 'let in'} ${method} ${JSON.stringify(headers)}`
  })
  expect(rows).toMatchInlineSnapshot(`
    [
      "let in POST {"sec-fetch-site":"same-origin","cookie":"a=b"}",
      "let in POST {"sec-fetch-site":"none","cookie":"a=b"}",
      "refused POST {"sec-fetch-site":"cross-site","cookie":"a=b"}",
      "refused POST {"sec-fetch-site":"cross-site"}",
      "refused POST {"sec-fetch-site":"same-site","origin":"https://plinth.example"}",
      "refused DELETE {"origin":"https://evil.example"}",
      "let in DELETE {"origin":"https://plinth.example","cookie":"a=b"}",
      "refused POST {"origin":"null","cookie":"a=b"}",
      "let in PUT {"authorization":"Bearer token"}",
      "let in PATCH {"cookie":"a=b"}",
      "let in GET {"sec-fetch-site":"cross-site","cookie":"a=b"}",
    ]
  `)
})
