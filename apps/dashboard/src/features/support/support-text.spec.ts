import { expect, test } from 'vitest'
import { supportText } from './support-text.ts'

const around = {
  plinth: '0.1.0',
  address: 'http://localhost:4000',
  browser: 'A browser',
  at: '2026-11-21T10:00:00.000Z',
}

test('what was said comes first, then what one would be asked for', () => {
  const request = { category: 'backups', subject: ' Help ', message: 'It hangs\n' } as const
  expect(supportText(request, ['Project: Shop (shop)'], around)).toMatchInlineSnapshot(`
    "Subject: Help
    About: Backups and restores

    It hangs

    ----
    Project: Shop (shop)

    Plinth: 0.1.0 at http://localhost:4000
    Browser: A browser
    Time: 2026-11-21T10:00:00.000Z
    "
  `)
})

test('what was left empty says so', () => {
  const text = supportText({ category: 'other', subject: '', message: ' ' }, [], around)
  expect(text.split('\n').slice(0, 7)).toEqual([
    'Subject: none',
    'About: Something else',
    '',
    '(no message)',
    '',
    '----',
    'Plinth: 0.1.0 at http://localhost:4000',
  ])
})
