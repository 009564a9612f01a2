import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSaver, type QueryText, type SaverOptions } from './saver.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const FIRST = { name: 'Query', sql: 'select 1' }

/** A platform that answers when told to. */
function setUp(options: Partial<SaverOptions> = {}) {
  const calls: { text: QueryText; answer: () => void; refuse: (message: string) => void }[] = []
  const saver = createSaver({
    text: FIRST,
    saved: FIRST,
    delayMs: 1000,
    messageOf: (error) => (error instanceof Error ? error.message : 'unknown'),
    save: (text) =>
      new Promise((resolve, reject) => {
        calls.push({
          text,
          answer: () => resolve({ ...text, name: text.name ?? 'Untitled query' }),
          refuse: (message) => reject(new Error(message)),
        })
      }),
    ...options,
  })
  const sent = () => calls.map(({ text }) => text.sql)
  return { saver, calls, sent }
}
const settle = () => vi.advanceTimersByTimeAsync(0)

test('a change is saved once typing has paused', async () => {
  const { saver, calls, sent } = setUp()
  saver.change({ sql: 'select 2' })
  await vi.advanceTimersByTimeAsync(900)
  saver.change({ sql: 'select 23' })
  expect(saver.state()).toEqual({ kind: 'unsaved' })
  await vi.advanceTimersByTimeAsync(900)
  expect(sent()).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect(sent()).toEqual(['select 23'])
  expect(saver.state()).toEqual({ kind: 'saving' })
  calls[0]?.answer()
  await settle()
  expect(saver.state()).toEqual({ kind: 'saved' })
})

test('what is typed while saving goes out after it, never beside it', async () => {
  const { saver, calls, sent } = setUp()
  saver.change({ sql: 'a' })
  const flushed = saver.flush()
  saver.change({ sql: 'b' })
  await vi.advanceTimersByTimeAsync(5000)
  expect(sent()).toEqual(['a'])
  calls[0]?.answer()
  await settle()
  expect(sent()).toEqual(['a', 'b'])
  expect(saver.state()).toEqual({ kind: 'saving' })
  calls[1]?.answer()
  expect(await flushed).toBe(true)
  expect(saver.state()).toEqual({ kind: 'saved' })
})

test('a failure keeps the text and says why, and the next try may succeed', async () => {
  const { saver, calls } = setUp()
  saver.change({ sql: 'a' })
  const first = saver.flush()
  calls[0]?.refuse('no space left')
  expect(await first).toBe(false)
  expect(saver.state()).toEqual({ kind: 'failed', message: 'no space left' })
  expect(saver.text().sql).toBe('a')
  const second = saver.flush()
  calls[1]?.answer()
  expect(await second).toBe(true)
})

test('undoing a change needs no save', async () => {
  const { saver, sent } = setUp()
  saver.change({ sql: 'a' })
  saver.change({ sql: FIRST.sql })
  expect(saver.state()).toEqual({ kind: 'saved' })
  await vi.advanceTimersByTimeAsync(5000)
  expect(sent()).toEqual([])
})

test('a new query is saved when asked to, gets its name, and then saves by itself', async () => {
  const { saver, calls, sent } = setUp({
    text: { name: null, sql: '' },
    saved: null,
    delayMs: null,
  })
  saver.change({ sql: 'select 1' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent()).toEqual([])
  expect(saver.isOnServer()).toBe(false)
  void saver.flush()
  saver.change({ sql: 'select 12' })
  calls[0]?.answer()
  await settle()
  expect(calls[1]?.text).toEqual({ name: 'Untitled query', sql: 'select 12' })
  calls[1]?.answer()
  await settle()
  expect(saver.isOnServer()).toBe(true)
  saver.autosave(1000)
  saver.change({ sql: 'select 123' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent()).toEqual(['select 1', 'select 12', 'select 123'])
})

test('a deleted query stays deleted', async () => {
  const { saver, calls, sent } = setUp()
  saver.change({ sql: 'a' })
  void saver.flush()
  saver.change({ sql: 'b' })
  let isStopped = false
  void saver.stop().then(() => {
    isStopped = true
  })
  await settle()
  expect(isStopped, 'a save is still under way').toBe(false)
  calls[0]?.answer()
  await settle()
  expect(isStopped).toBe(true)
  await saver.flush()
  await vi.advanceTimersByTimeAsync(5000)
  expect(sent()).toEqual(['a'])
})

test('a query that could not be deleted goes on being saved', async () => {
  const { saver, sent } = setUp()
  saver.change({ sql: 'a' })
  await saver.stop()
  saver.resume()
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent()).toEqual(['a'])
})

test('a rename shows before it is saved', () => {
  const { saver } = setUp()
  const seen: (string | null)[] = []
  saver.subscribe(() => seen.push(saver.text().name))
  saver.change({ name: 'Other' })
  expect(seen).toEqual(['Other'])
})
