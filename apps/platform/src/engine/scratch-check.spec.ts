import { expect, test } from 'vitest'
import { inPieces } from './scratch-check.ts'

test('small ones are read together, a large one alone, and tables apart from indexes', () => {
  const part = (kind: 'table' | 'index', oid: number, bytes: number) => ({ kind, oid, bytes })
  const parts = [
    part('index', 1, 40),
    part('index', 2, 50),
    part('index', 3, 20),
    part('table', 4, 1000),
    part('table', 5, 0),
    part('table', 6, 100),
  ]
  expect(inPieces(parts, 100)).toEqual([
    { kind: 'index', oids: [1, 2], bytes: 90 },
    { kind: 'index', oids: [3], bytes: 20 },
    { kind: 'table', oids: [4], bytes: 1000 },
    { kind: 'table', oids: [5, 6], bytes: 100 },
  ])
  expect(inPieces([])).toEqual([])
})
