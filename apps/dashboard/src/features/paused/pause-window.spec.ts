import { expect, test } from 'vitest'
import { pauseWindowText } from './pause-window.ts'

const window = (canRestore: boolean, daysLeft: number | null, maxDays = 90) => ({
  can_restore: canRestore,
  max_days_till_restore_disabled: maxDays,
  remaining_days_till_restore_disabled: daysLeft,
})

test('what is said of the window', () => {
  expect([
    pauseWindowText(window(true, 89), 'free'),
    pauseWindowText(window(true, 1), 'free'),
    pauseWindowText(window(true, null), 'free'),
    pauseWindowText(window(true, 90), 'team'),
    pauseWindowText(window(false, 0), 'free'),
    pauseWindowText(window(false, 0, 365), 'free'),
  ]).toMatchInlineSnapshot(`
    [
      "It can be restored for another 89 days. After that its backups can still be downloaded.",
      "It can be restored for another 1 day. After that its backups can still be downloaded.",
      "It can be restored within 90 days of its pause.",
      "It can be restored at any time.",
      "It was paused more than 90 days ago, which is as long as a project of the free plan can be restored. Its backups can still be downloaded.",
      "It was paused more than 365 days ago, which is as long as a project of the free plan can be restored. Its backups can still be downloaded.",
    ]
  `)
})
