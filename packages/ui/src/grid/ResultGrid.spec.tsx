import { beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '#test/axe.ts'
import { TooltipProvider } from '#ui/Tooltip.tsx'
import { ResultGrid } from './ResultGrid.tsx'

const columns = [
  { name: 'id', type: 'int8' },
  { name: 'profile', type: 'jsonb' },
  { name: 'profile', type: 'text' },
]
const rows = Array.from({ length: 100_000 }, (_, n) => [
  String(n),
  `{"n":${n}}`,
  n === 0 ? null : `text ${n}`,
])

const write = vi.spyOn(navigator.clipboard, 'writeText')
beforeEach(() => {
  write.mockReset().mockResolvedValue()
})

const show = (shown = rows) =>
  render(
    <TooltipProvider>
      <div style={{ height: 400 }}>
        <ResultGrid aria-label="Result" columns={columns} rows={shown} />
      </div>
    </TooltipProvider>,
  )

test('a hundred thousand rows cost what is in sight, and the last is reached', async () => {
  const screen = await show()
  await expect
    .element(screen.getByRole('grid', { name: 'Result' }))
    .toHaveAttribute('aria-rowcount', '100001')
  expect(screen.getByRole('row').elements().length).toBeLessThan(60)
  await screen.getByRole('gridcell', { name: '0', exact: true }).click()
  await userEvent.keyboard('{Control>}{End}{/Control}')
  await expect.element(screen.getByRole('gridcell', { name: 'text 99999' })).toBeVisible()
})

test('NULL is told apart, numbers align right, and it is accessible', async () => {
  const screen = await show(rows.slice(0, 3))
  await expect.element(screen.getByText('NULL')).toHaveClass('ui-grid-null')
  const number = screen.getByRole('gridcell', { name: '0', exact: true }).element()
  expect(getComputedStyle(number).textAlign).toBe('right')
  await expectAccessible()
})

test('Enter opens the whole value, laid out', async () => {
  const screen = await show()
  await screen.getByRole('gridcell', { name: '{"n":0}' }).click()
  await userEvent.keyboard('{Enter}')
  const detail = screen.getByRole('dialog', { name: 'profile' })
  await expect.element(detail).toHaveAccessibleDescription('jsonb · row 1')
  expect(screen.getByRole('region', { name: 'Value' }).element().textContent).toBe('{\n  "n": 0\n}')
})

test('a double click opens a cell too', async () => {
  const screen = await show()
  await screen.getByRole('gridcell', { name: 'text 1', exact: true }).dblClick()
  await expect.element(screen.getByRole('dialog', { name: 'profile' })).toBeVisible()
})

test('copying the current cell copies its value', async () => {
  const screen = await show()
  const cell = screen.getByRole('gridcell', { name: 'text 1', exact: true })
  await cell.click()
  const clipboardData = new DataTransfer()
  cell
    .element()
    .dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
  expect(clipboardData.getData('text/plain')).toBe('text 1')
})

test.each([
  { entry: 'Copy cell', text: 'text 1' },
  {
    entry: 'Copy row as JSON',
    text: '[\n  { "id": 1, "profile": {"n":1}, "profile_2": "text 1" }\n]\n',
  },
  { entry: 'Copy column', text: '\ntext 1\ntext 2' },
  {
    entry: 'Copy all rows as CSV',
    text: 'id,profile,profile\r\n0,"{""n"":0}",\r\n1,"{""n"":1}",text 1\r\n2,"{""n"":2}",text 2\r\n',
  },
])('$entry', async ({ entry, text }) => {
  const screen = await show(rows.slice(0, 3))
  await screen.getByRole('gridcell', { name: 'text 1', exact: true }).click({ button: 'right' })
  await screen.getByRole('menuitem', { name: entry }).click()
  expect(write).toHaveBeenCalledWith(text)
})

test('a long value is cut in its cell and whole in its detail', async () => {
  const long = 'x'.repeat(5_000)
  const screen = await show([['1', null, long]])
  const cell = screen.getByRole('gridcell', { name: /^x+…$/ })
  expect(cell.element().textContent.length).toBeLessThan(300)
  await cell.dblClick()
  expect(screen.getByRole('region', { name: 'Value' }).element().textContent).toBe(long)
})

test('no rows are said', async () => {
  const screen = await show([])
  await expect.element(screen.getByText('No rows')).toBeVisible()
})
