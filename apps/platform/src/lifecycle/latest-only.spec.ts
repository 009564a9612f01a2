import { expect, test } from 'vitest'
import { latestOnly } from './latest-only.ts'

function controlled() {
  const begun: string[] = []
  const ends: PromiseWithResolvers<void>[] = []
  const ask = latestOnly((name) => {
    begun.push(name)
    const end = Promise.withResolvers<void>()
    ends.push(end)
    return end.promise
  })
  return { begun, ends, ask }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('what is asked for during a run is done by one more run', async () => {
  const { begun, ends, ask } = controlled()
  const first = ask('a')
  const more = [ask('a'), ask('a'), ask('a')]
  expect(begun, 'one at a time').toEqual(['a'])
  ends[0]?.resolve()
  await first
  await turn()
  expect(begun, 'three as one').toEqual(['a', 'a'])
  let isTold = false
  const told = Promise.all(more).then(() => (isTold = true))
  await turn()
  expect(isTold, 'not by the run that had begun before').toBe(false)
  ends[1]?.resolve()
  await told
})

test('names do not wait for each other, and a later asking begins anew', async () => {
  const { begun, ends, ask } = controlled()
  const all = [ask('a'), ask('b')]
  expect(begun).toEqual(['a', 'b'])
  ends.forEach(({ resolve }) => resolve())
  await Promise.all(all)
  void ask('a')
  expect(begun).toEqual(['a', 'b', 'a'])
})

test('a run that fails is told to who asked for it, and the next one comes all the same', async () => {
  const { begun, ends, ask } = controlled()
  const failing = ask('a')
  const next = ask('a')
  ends[0]?.reject(new Error('no'))
  await expect(failing).rejects.toThrow('no')
  await turn()
  expect(begun).toEqual(['a', 'a'])
  ends[1]?.resolve()
  await next
})
