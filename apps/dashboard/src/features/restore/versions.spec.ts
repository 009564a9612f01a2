import { expect, test } from 'vitest'
import { defaultVersion, isOriole, versionKey, versionOf } from './versions.ts'

const beta = { postgres_engine: '18', release_channel: 'beta' } as const
const ga = { postgres_engine: '17', release_channel: 'ga' } as const

test('the release for everybody is chosen, wherever it stands in the list', () => {
  expect(defaultVersion([beta, ga])).toBe(ga)
  expect(defaultVersion([ga, beta])).toBe(ga)
  expect(defaultVersion([beta])).toBe(beta)
  expect(defaultVersion([])).toBeUndefined()
})

test('a form holds engine and channel as one value', () => {
  expect(versionKey(beta)).toBe('18|beta')
  expect(versionOf('17|ga', [beta, ga])).toBe(ga)
  expect(versionOf('18|ga', [beta, ga])).toBeUndefined()
})

test('an engine is OrioleDB by its name', () => {
  expect(['17', '17-oriole', 'oriole'].map(isOriole)).toEqual([false, true, true])
})
