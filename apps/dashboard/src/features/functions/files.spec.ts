import { expect, test } from 'vitest'
import {
  asFile,
  type Draft,
  isSame,
  nameProblem,
  renamed,
  slugFrom,
  textFile,
  withFile,
  withoutFile,
  tabAfter,
} from './files.ts'

const draft: Draft = {
  entrypoint: 'index.ts',
  files: [textFile('index.ts', 'a'), textFile('lib/b.ts', 'b')],
}

test('what a file may be called', () => {
  const table = ['lib/c.ts', 'index.ts', '', '../up.ts', 'a//b.ts', '.env', 'ü.ts', 'x'.repeat(201)]
  expect(Object.fromEntries(table.map((name) => [name.slice(0, 12), nameProblem(draft, name)])))
    .toMatchInlineSnapshot(`
    {
      "": "A file needs a name",
      "../up.ts": "A path leads down from the function’s folder, and no name begins with a dot",
      ".env": "A path leads down from the function’s folder, and no name begins with a dot",
      "a//b.ts": "A path leads down from the function’s folder, and no name begins with a dot",
      "index.ts": "There is a file of this name already",
      "lib/c.ts": undefined,
      "xxxxxxxxxxxx": "The path of a file has at most 200 characters",
      "ü.ts": "A path has letters, digits, slashes and - _ . , @ + $ ( ) [ ] only",
    }
  `)
  expect(nameProblem(draft, 'index.ts', 'index.ts')).toBeUndefined()
  const full = { ...draft, files: Array.from({ length: 100 }, (_, n) => textFile(`${n}.ts`, '')) }
  expect(nameProblem(full, 'one-more.ts')).toBe('A function has at most 100 files')
})

test('files are added, changed, renamed and removed', () => {
  const more = withFile(draft, textFile('c.ts', 'c'))
  expect(more.files.map(({ name }) => name)).toEqual(['index.ts', 'lib/b.ts', 'c.ts'])
  expect(withFile(more, textFile('c.ts', 'C')).files.at(-1)?.content).toBe('C')
  expect(renamed(draft, 'index.ts', 'main.ts')).toMatchObject({ entrypoint: 'main.ts' })
  expect(renamed(draft, 'lib/b.ts', 'b.ts')).toMatchObject({ entrypoint: 'index.ts' })
  expect(withoutFile(more, 'lib/b.ts').files).toHaveLength(2)
})

test('a draft differs by its files, not by their order', () => {
  expect(isSame(draft, { ...draft, files: draft.files.toReversed() })).toBe(true)
  expect(isSame(draft, withFile(draft, textFile('index.ts', 'A')))).toBe(false)
  expect(isSame(draft, withoutFile(draft, 'lib/b.ts'))).toBe(false)
  expect(isSame(draft, renamed(draft, 'lib/b.ts', 'c.ts'))).toBe(false)
})

test('the line ends of Windows, which an editor does not keep, are no change', () => {
  const windows = { ...draft, files: [textFile('index.ts', 'a\r\nb\r\n')] }
  expect(isSame(withFile(windows, textFile('index.ts', 'a\nb\n')), windows)).toBe(true)
})

test('a file travels as its bytes', async () => {
  expect(await asFile(textFile('a.ts', 'é')).text()).toBe('é')
  const image = asFile({ name: 'a.png', content: btoa('\x89PNG'), encoding: 'base64' })
  expect([...new Uint8Array(await image.arrayBuffer())]).toEqual([0x89, 0x50, 0x4e, 0x47])
})

test.each([
  ['Hello World', 'hello-world'],
  ['2nd Café!', 'nd-cafe'],
  ['  send_mail  ', 'send_mail'],
  ['???', ''],
])('%s becomes %s', (name, slug) => expect(slugFrom(name)).toBe(slug))

test.each([
  ['a', 'ArrowRight', 'b'],
  ['c', 'ArrowRight', 'a'],
  ['a', 'ArrowLeft', 'c'],
  ['b', 'Home', 'a'],
  ['b', 'End', 'c'],
  ['b', 'Enter', undefined],
])('from %s, %s leads to %s', (open, key, to) => {
  expect(tabAfter(['a', 'b', 'c'], open, key)).toBe(to)
})
