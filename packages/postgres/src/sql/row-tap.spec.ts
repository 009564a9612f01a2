import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { tapRows } from './row-tap.ts'

function message(letter: string, body: string): Buffer {
  const header = Buffer.alloc(5)
  header.write(letter)
  header.writeUInt32BE(4 + body.length, 1)
  return Buffer.concat([header, Buffer.from(body)])
}

const sent = Buffer.concat([
  message('T', 'columns'),
  message('D', 'one'),
  message('D', ''),
  message('N', 'a notice'),
  message('D', 'x'.repeat(100)),
  message('C', 'SELECT 3'),
  message('Z', 'I'),
])

test.each([1, 2, 3, 4, 5, 7, 50, 1000])('in pieces of %i bytes nothing is lost', (size) => {
  const stream = new PassThrough()
  const [rest, rows]: [Buffer[], string[]] = [[], []]
  stream.on('data', (bytes: Buffer) => rest.push(bytes))
  const untap = tapRows(stream, (bytes, start, end) =>
    rows.push(bytes.toString('utf8', start, end)),
  )
  for (let at = 0; at < sent.length; at += size) {
    stream.emit('data', sent.subarray(at, at + size))
  }
  expect(rows).toEqual(['one', '', 'x'.repeat(100)])
  const others = [
    message('T', 'columns'),
    message('N', 'a notice'),
    message('C', 'SELECT 3'),
    message('Z', 'I'),
  ]
  expect(Buffer.concat(rest)).toEqual(Buffer.concat(others))

  untap()
  stream.emit('data', message('D', 'not ours any more'))
  expect(rest.at(-1)).toEqual(message('D', 'not ours any more'))
  expect(stream.listenerCount('data')).toBe(1)
})

test('taken away in the middle of a message, it passes on what it held', () => {
  const stream = new PassThrough()
  const rest: Buffer[] = []
  stream.on('data', (bytes: Buffer) => rest.push(bytes))
  const untap = tapRows(stream, () => undefined)
  stream.emit('data', sent.subarray(0, 8))
  untap()
  stream.emit('data', sent.subarray(8))
  expect(Buffer.concat(rest)).toEqual(sent)
})
