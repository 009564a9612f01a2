import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readOut } from './read-out.ts'

/** Three pieces, and a note of what became of whatever they are read from. */
function source() {
  const held: string[] = []
  async function* produce(signal: AbortSignal) {
    held.push('begun')
    try {
      yield 'one '
      yield Buffer.from('two ')
      yield 'three'
    } finally {
      held.push(signal.aborted ? 'broken off' : 'read to the end')
    }
  }
  return { held, produce }
}

test('it is read to its end, and nothing begins before', async () => {
  const { held, produce } = source()
  const body = readOut(produce)
  await sleep(5)
  expect(held).toEqual([])
  expect(await new Response(body).text()).toBe('one two three')
  expect(held).toEqual(['begun', 'read to the end'])
})

test('who leaves ends it', async () => {
  const { held, produce } = source()
  const reader = readOut(produce).getReader()
  await reader.read()
  await reader.cancel()
  expect(held).toEqual(['begun', 'broken off'])
})

test('who reads no further ends it, too', async () => {
  const { held, produce } = source()
  const reader = readOut(produce, 20).getReader()
  await reader.read()
  await expect.poll(() => held).toEqual(['begun', 'broken off'])
  await expect(reader.read()).rejects.toThrow('Nobody has read on')
})

test('a failure on the way is the reader’s', async () => {
  async function* produce() {
    yield 'one'
    throw new Error('The disk is full')
  }
  await expect(new Response(readOut(produce)).text()).rejects.toThrow('The disk is full')
})
