import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { dam, readLines, type Said, saidBy } from './output.ts'

async function linesOf(...chunks: readonly string[]): Promise<readonly string[]> {
  const stream = new PassThrough()
  const lines: string[] = []
  const over = new Promise((done) => stream.on('end', done))
  readLines(stream, (line) => lines.push(line))
  for (const chunk of chunks) stream.write(chunk)
  stream.end()
  await over
  return lines
}

test('lines are whole wherever the pipe cuts them, and empty ones passed over', async () => {
  expect(await linesOf('on', 'e\ntw', 'o\n\nthr', 'ee')).toEqual(['one', 'two', 'three'])
})

test('a line without an end is cut, not collected', async () => {
  const [line = '', ...rest] = await linesOf('x'.repeat(200_000), 'y'.repeat(200_000), '\nnext\n')
  expect(line).toBe('x'.repeat(64 * 1024))
  expect(rest).toEqual(['next'])
})

test('only what bears the mark is a message, and only one of a known shape', () => {
  expect(saidBy('m {"is":"ready"}', 'm ')).toEqual({ is: 'ready' })
  expect(saidBy('{"is":"ready"}', 'm ')).toEqual({ is: 'line', text: '{"is":"ready"}' })
  expect(saidBy('m {"is":"root"}', 'm ')).toEqual({ is: 'line', text: '{"is":"root"}' })
  expect(saidBy('m {"is":', 'm ')).toEqual({ is: 'line', text: '{"is":' })
})

test('a flood is dammed and counted; what the platform waits for passes', () => {
  const passed: Said[] = []
  const hear = dam((said) => passed.push(said))
  for (let n = 0; n < 5_000; n++) hear({ is: 'line', text: String(n) })
  hear({ is: 'ready' })
  expect(passed.length).toBeLessThan(1_100)
  expect(passed.at(-1)).toEqual({ is: 'ready' })
})
