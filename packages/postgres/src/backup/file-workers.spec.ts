import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFiles } from './file-workers.ts'

let folder: string
const at = (name: string) => join(folder, name)
const crc = (text: string) => crc32(text).toString(16).padStart(8, '0')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-files-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('many files are read and copied, and answered in their order', async () => {
  const texts = Array.from({ length: 100 }, (_, n) => `file ${n} `.repeat(n))
  await Promise.all(texts.map((text, n) => writeFile(at(`from-${n}`), text)))
  const jobs = texts.map((_, n) => ({ from: at(`from-${n}`), to: at(`to-${n}`) }))
  const expected = texts.map((text) => ({ bytes: text.length, sum: crc(text) }))
  expect(await readFiles(jobs)).toEqual(expected)
  expect(await readFile(at('to-99'), 'utf8')).toBe(texts[99])
  expect(await readFiles(jobs.map(({ from }) => ({ from })))).toEqual(expected)
})

test('sums are the standard ones, and the older kind can be asked for', async () => {
  await writeFile(at('check'), '123456789')
  expect(await readFiles([{ from: at('check') }, { from: at('check'), sum: 'sha256' }])).toEqual([
    // the check value of CRC-32, as its catalogues give it
    { bytes: 9, sum: 'cbf43926' },
    { bytes: 9, sum: createHash('sha256').update('123456789').digest('hex') },
  ])
})

test('one of several pieces is whole', async () => {
  const text = 'x'.repeat(5 * 1024 * 1024 + 7)
  await writeFile(at('large'), text)
  const [facts] = await readFiles([{ from: at('large'), to: at('large-copy') }])
  expect(facts).toEqual({ bytes: text.length, sum: crc(text) })
  expect((await readFile(at('large-copy'), 'utf8')) === text).toBe(true)
})

test('a file that is gone is nothing; a link, and a place that is taken, are failures with a code', async () => {
  await writeFile(at('a'), 'a')
  await symlink(at('a'), at('link'))
  expect(await readFiles([{ from: at('gone') }, { from: at('a') }])).toEqual([
    undefined,
    { bytes: 1, sum: crc('a') },
  ])
  await expect(readFiles([{ from: at('link') }])).rejects.toMatchObject({ code: 'ELOOP' })
  await expect(readFiles([{ from: at('a'), to: at('a') }])).rejects.toMatchObject({
    code: 'EEXIST',
  })
  expect(await readFiles([])).toEqual([])
})

test('who waits is told how much was read, and at the end all of it', async () => {
  const texts = Array.from({ length: 40 }, (_, n) => 'x'.repeat(n * 1000))
  await Promise.all(texts.map((text, n) => writeFile(at(`told-${n}`), text)))
  const told: number[] = []
  const jobs = texts.map((_, n) => ({ from: at(`told-${n}`) }))
  await readFiles(jobs, { onRead: (bytes) => void told.push(bytes) })
  expect(told).toEqual(told.toSorted((a, b) => a - b))
  expect(told.at(-1)).toBe(texts.join('').length)
})

test('an abort ends it in the middle of a file', async () => {
  await truncate(at('large'), 64 * 1024 ** 3) // takes no room, and minutes to read
  const stopping = new AbortController()
  const reading = readFiles([{ from: at('large') }], {
    signal: stopping.signal,
    onRead: () => stopping.abort(),
  })
  await expect(reading).rejects.toMatchObject({ code: 'ABORTED' })
})

test('what was aborted reads no more', async () => {
  const signal = AbortSignal.abort()
  await expect(readFiles([{ from: at('a') }], { signal })).rejects.toMatchObject({
    code: 'ABORTED',
  })
})
