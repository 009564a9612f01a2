import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonBytes } from './json-bytes.ts'

/** A DataRow message's body, as the server would send it. */
function rowMessage(values: readonly (string | null)[]): Buffer {
  const parts = values.flatMap((value) => {
    const bytes = value === null ? undefined : Buffer.from(value)
    const length = Buffer.alloc(4)
    length.writeInt32BE(bytes?.length ?? -1)
    return bytes ? [length, bytes] : [length]
  })
  const count = Buffer.alloc(2)
  count.writeUInt16BE(values.length)
  return Buffer.concat([count, ...parts])
}

function written(rows: readonly (readonly (string | null)[])[]): unknown {
  const chunks: Uint8Array[] = []
  const json = new JsonBytes((chunk) => chunks.push(chunk))
  json.text('[')
  for (const [index, row] of rows.entries()) json.row(rowMessage(row), 0, index === 0)
  json.text(']')
  json.flush()
  return JSON.parse(Buffer.concat(chunks).toString())
}

test('any row comes out as JSON would have written it', () => {
  const value = fc.oneof(fc.constant(null), fc.string({ unit: 'binary' }), fc.string())
  fc.assert(
    fc.property(fc.array(fc.array(value)), (rows) => {
      expect(written(rows)).toEqual(rows)
    }),
  )
})

test.each([
  ['plain', 'x'.repeat(300_000)],
  ['to be escaped', '"\\\u0001'.repeat(100_000)],
  ['just above where care begins', '\u0000'.repeat(11_000)],
])('a value wider than a chunk, %s', (_, value) => {
  expect(written([['before', value, null, 'after'], [value]])).toEqual([
    ['before', value, null, 'after'],
    [value],
  ])
})
