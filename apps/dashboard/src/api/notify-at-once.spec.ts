import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import './notify-at-once.ts'

test('the second press of a double click found the button enabled, and was refused', async () => {
  const press = new MutationObserver(new QueryClient(), { mutationFn: () => new Promise(() => {}) })
  const told: string[] = []
  press.subscribe(({ status }) => void told.push(status))
  void press.mutate()
  // as far as one gets before the next event of the browser
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  expect(told).toEqual(['pending'])
})
