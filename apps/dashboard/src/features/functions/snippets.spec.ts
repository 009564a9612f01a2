import { expect, test } from 'vitest'
import { snippetsFor } from './snippets.ts'

const fn = {
  slug: 'hello',
  url: 'http://localhost:4001/projects/abc/functions/v1/hello',
  verify_jwt: true,
}

test('a function is called with a key where it asks for one', () => {
  const [curl, fetching, library] = snippetsFor(fn, 'KEY')
  expect(curl.code).toMatchInlineSnapshot(`
    "curl -X POST 'http://localhost:4001/projects/abc/functions/v1/hello' \\
      -H 'apikey: KEY' \\
      -H 'content-type: application/json' \\
      -d '{"name":"Ada"}'"
  `)
  expect(fetching.code).toContain("apikey: 'KEY'")
  expect(library.code).toContain("createClient('http://localhost:4001/projects/abc', 'KEY')")
})

test('and without one where it does not', () => {
  const [curl, fetching] = snippetsFor({ ...fn, verify_jwt: false }, 'KEY')
  expect(`${curl.code}${fetching.code}`).not.toContain('KEY')
})

test('a reader without permission to see keys is told where one belongs', () => {
  expect(snippetsFor(fn)[0].code).toContain('<a key of this project>')
})
