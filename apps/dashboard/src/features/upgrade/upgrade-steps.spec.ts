import { UPGRADE_STEPS } from '@plinth/contract'
import { expect, test } from 'vitest'
import { upgradeSteps } from './upgrade-steps.ts'

const states = (progress: (typeof UPGRADE_STEPS)[number], status: 0 | 1 | 2) =>
  upgradeSteps({ progress, status })
    .map(({ state }) => state[0])
    .join('')

test('what lies before is done, what lies after waits', () => {
  expect(states('0_started', 0)).toBe('rppppppppp')
  expect(states('4_initiated_data_upgrade', 0)).toBe('ddddrppppp')
  expect(states('9_completed_post_physical_backup', 0)).toBe('dddddddddr')
})

test('the last one says how it ended', () => {
  expect(states('9_completed_post_physical_backup', 1)).toBe('dddddddddd')
  expect(states('5_completed_data_upgrade', 2)).toBe('dddddfpppp')
})

test('the steps of the specification, and the backup after them', () => {
  expect(upgradeSteps({ progress: '0_started', status: 0 }).map(({ label }) => label))
    .toMatchInlineSnapshot(`
    [
      "Started the upgrade",
      "Launched the upgraded instance",
      "Detached the volume from the upgraded instance",
      "Attached the volume to the original instance",
      "Initiated the data upgrade",
      "Completed the data upgrade",
      "Detached the volume from the original instance",
      "Attached the volume to the upgraded instance",
      "Completed the upgrade",
      "Performing a full backup",
    ]
  `)
})
