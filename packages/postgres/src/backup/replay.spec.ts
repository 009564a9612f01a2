import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { toReplay } from './replay.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1) + minute * 60_000)
const segment = (timeline: number, place: number) =>
  `0000000${timeline}00000000000000${String(place).padStart(2, '0')}`

async function archive() {
  const walDir = await mkdtemp(join(tmpdir(), 'plinth-replay-'))
  onTestFinished(() => rm(walDir, { recursive: true }))
  for (let place = 1; place <= 6; place++) {
    const path = join(walDir, segment(place < 5 ? 1 : 2, place))
    await writeFile(path, '')
    await utimes(path, at(place), at(place))
  }
  await writeFile(join(walDir, '00000002.history'), '')
  return walDir
}

test.each([
  ['everything since the backup', undefined, [3, 4, 5, 6]],
  ['up to what came after the moment', at(4.5), [3, 4, 5]],
  ['a moment at which one came', at(4), [3, 4]],
  ['a moment before all of it', at(0), [3]],
  ['a moment after all of it', at(60), [3, 4, 5, 6]],
])('%s is replayed', async (_, targetTime, places) => {
  const walDir = await archive()
  const found = await toReplay({ walDir, startSegment: segment(1, 3), targetTime })
  expect(found).toEqual(places.map((place) => segment(place < 5 ? 1 : 2, place)))
})

test('without an archive nothing is', async () => {
  const startSegment = segment(1, 1)
  expect(await toReplay({ walDir: undefined, startSegment, targetTime: undefined })).toEqual([])
})
