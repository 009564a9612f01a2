import { describe, expect, test } from 'vitest'
import { unexplainedAssertions } from './assertions.ts'
import { hits, importersOf, isTest, manifest, sources as all } from './sources.ts'

// this file names what it forbids
const sources = all.filter(({ path }) => path !== 'tools/safety.test.ts')

// The linter says some of this too, but a glob that matches nothing fails silently and this does not.
describe('the graph', () => {
  test('who imports what', () => {
    expect(importersOf('@plinth/contract')).toEqual(['apps/dashboard', 'apps/platform'])
    expect(importersOf('@plinth/ui')).toEqual(['apps/dashboard'])
    expect(importersOf('@plinth/postgres')).toEqual(['apps/platform'])
    expect(importersOf('@plinth/(platform|dashboard)')).toEqual([])
  })

  test('an index.ts stands only where a package.json exports it', () => {
    const indexes = sources.map(({ path }) => path).filter((path) => path.endsWith('/index.ts'))
    const undeclared = indexes.filter((path) => {
      const [kind, name, ...rest] = path.split('/')
      const exported = Object.values(manifest(`${kind}/${name}`).exports ?? {})
      return !exported.includes(`./${rest.join('/')}`)
    })
    expect(undeclared).toEqual([])
  })

  test('the contract has no clock', () => {
    const contract = sources.filter(({ path }) => path.startsWith('packages/contract/src'))
    expect(
      hits(
        contract.filter((file) => !isTest(file)),
        /new Date\(\)|Date\.now/,
      ),
    ).toEqual([])
  })
})

describe('the code', () => {
  const code = sources.filter(({ path }) => /\.(ts|tsx|mjs)$/.test(path))
  const lengths = code.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
  const shareUnder = (limit: number) =>
    lengths.filter(({ lines }) => lines < limit).length / lengths.length

  test('no file is over 400 lines', () => {
    expect(lengths.filter(({ lines }) => lines > 400)).toEqual([])
  })

  test('half the files are under 90 lines, nine in ten under 250', () => {
    expect(shareUnder(90)).toBeGreaterThanOrEqual(0.5)
    expect(shareUnder(250)).toBeGreaterThanOrEqual(0.9)
  })

  test('no test is left out', () => {
    const tests = sources.filter(isTest)
    expect(hits(tests, /\b(test|it|describe)(\.\w+)*\.(only|skip|todo|fixme|fails)\b/)).toEqual([])
  })

  test('every test expects something', () => {
    const silent = sources.filter((file) => isTest(file) && !/expect|assert/i.test(file.text))
    expect(silent.map(({ path }) => path)).toEqual([])
  })

  test('every lint disable says why', () => {
    // on its line, or in a comment right above
    const bare = code.map(({ path, text }) => ({
      path,
      text: text.replaceAll(/(?<=\/\/ (?!oxlint)[^\n]+\n\s*)\/\/ oxlint-disable.*/g, ''),
    }))
    expect(hits(bare, /(ox|es)lint-disable(?!.*-- \S)/)).toEqual([])
    expect(hits(code, /@ts-expect-error(?!:? \S)/)).toEqual([])
    expect(hits(code, /@ts-(ignore|nocheck)/)).toEqual([])
  })

  test('every `as` and `!` says why', () => {
    expect(unexplainedAssertions(['apps', 'packages', 'tools', 'e2e', 'bench'])).toEqual([])
  })

  test('nothing is left for later', () => {
    expect(hits(sources, /\b(TODO|FIXME|XXX)\b(?!.*#\d)/)).toEqual([])
    expect(hits(sources, /coming soon|lorem ipsum|not implemented/i)).toEqual([])
  })
})

describe('the words', () => {
  test('no path of a machine', () => {
    expect(hits(sources, /['"`\s(](\/(work|home|Users)\/\w|\/root\/\w|C:\\\\Users)/)).toEqual([])
  })

  test('no other product is named where people read', () => {
    const read = sources.filter(
      (file) => /^(apps\/dashboard|packages\/(ui|contract))\//.test(file.path) && !isTest(file),
    )
    // the client library's package name stands in snippets, and an example lies where it lies
    const words = read.map(({ path, text }) => ({
      path,
      text: text.replaceAll(/https?:\/\/\S+/g, ''),
    }))
    expect(hits(words, /(?<!@)supabase(?!\/|-js)/i)).toEqual([])
  })
})
