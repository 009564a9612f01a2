import { expect, test } from 'vitest'
import { diskWatch } from './disk-watch.ts'

const MB = 1024 ** 2
const MINUTE_MS = 60_000
const sizeGb = 1

/** A disk that is found to hold these sizes, look after look. */
function watching(...sizesMb: readonly number[]) {
  let looks = 0
  const watch = diskWatch({
    everyMs: MINUTE_MS,
    engine: {
      diskUsage: async () => {
        const databaseBytes = (sizesMb[looks++] ?? 0) * MB
        return { databaseBytes, walBytes: 0, otherBytes: 0, isComplete: true }
      },
    },
  })
  const look = async (atMs: number, writtenMb = 0) => {
    const { bytes, isGrowing } = await watch.look('a', {
      atMs,
      sizeGb,
      writtenBytes: writtenMb * MB,
    })
    return `${bytes / MB} MB${isGrowing ? ', growing' : ''}`
  }
  return { watch, look }
}

test('a disk with room is looked at once a minute', async () => {
  const { look } = watching(100, 200)
  expect(await look(0)).toBe('100 MB')
  expect(await look(15_000)).toBe('100 MB')
  expect(await look(45_000)).toBe('100 MB')
  expect(await look(60_000)).toBe('200 MB, growing')
})

test('one that is nearly full is looked at every time', async () => {
  const { look } = watching(900, 910, 905)
  expect(await look(0)).toBe('900 MB')
  expect(await look(15_000)).toBe('910 MB, growing')
  expect(await look(30_000)).toBe('905 MB')
})

test('so is one that could be full by what was written', async () => {
  const { look } = watching(100, 950)
  expect(await look(0, 5000)).toBe('100 MB')
  expect(await look(15_000, 5700)).toBe('100 MB')
  expect(await look(30_000, 5800)).toBe('950 MB, growing')
})

test('what was told to be forgotten is looked at anew', async () => {
  const { watch, look } = watching(100, 200, 300)
  await look(0)
  watch.forget('a')
  expect(await look(1)).toBe('200 MB')
  watch.keepOnly(new Set(['b']))
  expect(await look(2)).toBe('300 MB')
})
