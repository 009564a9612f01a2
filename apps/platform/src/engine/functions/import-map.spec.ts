import { expect, test } from 'vitest'
import { importMapOf } from './import-map.ts'

const file = (path: string, text: string) => ({ path, content: Buffer.from(text) })
const mapOf = (files: Record<string, string>, entrypoint = 'index.ts') => {
  const all = Object.entries(files).map(([path, text]) => file(path, text))
  const map = importMapOf(all, entrypoint)
  // our own text
  return map && { folder: map.folder, ...(JSON.parse(map.text) as object) }
}

test('of a deno.json the imports count and nothing else', () => {
  const text = '{ "imports": { "a/": "./lib/" }, "tasks": {}, "nodeModulesDir": "auto" }'
  expect(mapOf({ 'deno.json': text })).toEqual({ folder: '.', imports: { 'a/': './lib/' } })
  expect(mapOf({ 'deno.json': '{ "tasks": {} }' })).toBeUndefined()
  expect(mapOf({})).toBeUndefined()
})

test('the one beside the entry point comes first', () => {
  const outer = '{ "imports": { "a": "./outer.ts" } }'
  const inner = '{ "imports": { "a": "./inner.ts" }, "scopes": { "x/": { "b": "./b.ts" } } }'
  const files = { 'deno.json': outer, 'src/import_map.json': inner }
  expect(mapOf(files, 'src/main.ts')).toEqual({
    folder: 'src',
    imports: { a: './inner.ts' },
    scopes: { 'x/': { b: './b.ts' } },
  })
  expect(mapOf(files, 'main.ts')).toMatchObject({ folder: '.' })
})

test('a package is mapped with what lies inside it', () => {
  const imports = {
    '@std/encoding': 'jsr:@std/encoding@1',
    hono: 'npm:hono@4',
    own: 'npm:own@1',
    'own/': 'npm:/own@2/',
    file: './file.ts',
  }
  expect(mapOf({ 'deno.json': JSON.stringify({ imports }) })).toMatchObject({
    imports: {
      ...imports,
      '@std/encoding/': 'jsr:/@std/encoding@1/',
      'hono/': 'npm:/hono@4/',
    },
  })
})

test.each([
  '{',
  '[]',
  '{ "imports": [] }',
  '{ "imports": { "a": 1 } }',
  '{ "scopes": { "a": 1 } }',
])('%s is refused by its name', (text) => {
  expect(() => mapOf({ 'deno.json': text })).toThrow(/^deno\.json does not map imports/)
})
