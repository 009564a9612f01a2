import { expect, test } from 'vitest'
import { placeOf } from './place.ts'

const REF = 'abcdefghijklmnopqrst'

test('what an address is for', () => {
  const table = [
    `/projects/${REF}/rest/v1`,
    `/projects/${REF}/rest/v1/`,
    `/projects/${REF}/rest/v1?select=a`,
    `/projects/${REF}/rest/v1/books?title=eq.A/B`,
    `/projects/${REF}/rest/v1/rpc/hello`,
    `/projects/${REF}/rest/v12/books`,
    `/projects/${REF}/api/rest`,
    `/projects/${REF}/graphql/v1`,
    `/projects/${REF}/graphql/v1/?query={books}`,
    `/projects/${REF}/graphql/v1/books`,
    `/projects/${REF}/functions/v1/hello`,
    `/projects/${REF}/functions/v1/hello_2-x/a/b?c=d`,
    `/projects/${REF}/functions/v1/hello?c=d`,
    `/projects/${REF}/functions/v1/`,
    `/projects/${REF}/functions/v1/.env`,
    `/projects/${REF}/functions/v1/a%2fb`,
    `/projects/${REF}/functions/v1/${'a'.repeat(49)}`,
    `/projects/${REF}/api/rest/more`,
    `/projects/${REF}`,
    `/projects/${REF}x/rest/v1/`,
    `/projects/ABCDEFGHIJKLMNOPQRST/rest/v1/`,
    `//projects/${REF}/rest/v1/`,
    `http://example.com/projects/${REF}/rest/v1/`,
    '/',
  ]
  const read = table.map((url) => {
    const place = placeOf(url)
    const what = place && ('path' in place ? `${place.service} ${place.path}` : place.service)
    return `${url.replace(REF, '{ref}')} → ${what ?? 'nothing'}`
  })
  expect(read).toMatchInlineSnapshot(`
    [
      "/projects/{ref}/rest/v1 → rest /",
      "/projects/{ref}/rest/v1/ → rest /",
      "/projects/{ref}/rest/v1?select=a → rest /?select=a",
      "/projects/{ref}/rest/v1/books?title=eq.A/B → rest /books?title=eq.A/B",
      "/projects/{ref}/rest/v1/rpc/hello → rest /rpc/hello",
      "/projects/{ref}/rest/v12/books → nothing",
      "/projects/{ref}/api/rest → probe",
      "/projects/{ref}/graphql/v1 → graphql /",
      "/projects/{ref}/graphql/v1/?query={books} → graphql /?query={books}",
      "/projects/{ref}/graphql/v1/books → nothing",
      "/projects/{ref}/functions/v1/hello → functions /hello",
      "/projects/{ref}/functions/v1/hello_2-x/a/b?c=d → functions /hello_2-x/a/b?c=d",
      "/projects/{ref}/functions/v1/hello?c=d → functions /hello?c=d",
      "/projects/{ref}/functions/v1/ → nothing",
      "/projects/{ref}/functions/v1/.env → nothing",
      "/projects/{ref}/functions/v1/a%2fb → nothing",
      "/projects/{ref}/functions/v1/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa → nothing",
      "/projects/{ref}/api/rest/more → nothing",
      "/projects/{ref} → nothing",
      "/projects/{ref}x/rest/v1/ → nothing",
      "/projects/ABCDEFGHIJKLMNOPQRST/rest/v1/ → nothing",
      "//projects/{ref}/rest/v1/ → nothing",
      "http://example.com/projects/{ref}/rest/v1/ → nothing",
      "/ → nothing",
    ]
  `)
})
