import { expect, test } from 'vitest'
import { digestOf, digestOfAnyOrder } from './digest.ts'

const of = (make: typeof digestOf, ...chunks: readonly string[]) => {
  const digest = make()
  for (const chunk of chunks) digest.update(Buffer.from(chunk))
  return digest.end()
}

test('rows in order are the same however the network cut them', () => {
  expect(of(digestOf, 'a\nb\nc\n')).toBe(of(digestOf, 'a\n', 'b', '\nc\n'))
  expect(of(digestOf, 'a\nb\n')).not.toBe(of(digestOf, 'b\na\n'))
})

test('rows in any order are the same rows, each as often', () => {
  const was = of(digestOfAnyOrder, 'a\nb\nlong one\n')
  expect(of(digestOfAnyOrder, 'long', ' on', 'e\nb\na\n')).toBe(was)
  expect(of(digestOfAnyOrder, '\n', '\n')).not.toBe(of(digestOfAnyOrder, '\n'))
  for (const other of ['a\nb\n', 'a\na\nb\nlong one\n', 'ab\nlong one\n', 'a\nb\nlong\n one\n']) {
    expect(of(digestOfAnyOrder, other), other).not.toBe(was)
  }
})
