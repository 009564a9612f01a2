import { expect, test } from 'vitest'
import { transferChanges } from './transfer-changes.ts'

const organization = (name: string, id: 'free' | 'pro' | 'team') => ({
  name,
  plan: { id, name: id[0]?.toUpperCase() + id.slice(1) },
})

test('within one plan only the people change', () => {
  expect(transferChanges(organization('Acme', 'pro'), organization('Globex', 'pro'))).toHaveLength(
    1,
  )
})

test('another plan brings its limits, and the free one more of them', () => {
  expect(transferChanges(organization('Acme', 'team'), organization('Globex', 'free')))
    .toMatchInlineSnapshot(`
    [
      "Members of Globex get access by their roles there. Those who are in Acme only lose it, and so do roles given for this project alone.",
      "The limits of the plan Free apply, instead of Team.",
      "Backups are kept for 1 day, instead of 14 days.",
      "It counts as a free project of each owner, and once paused it can be restored for some time only.",
    ]
  `)
  expect(transferChanges(organization('Acme', 'free'), organization('Globex', 'pro'))).toHaveLength(
    3,
  )
})
