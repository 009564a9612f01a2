import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '#test/axe.ts'
import { Pagination } from './Pagination.tsx'
import { Table, type TableColumn } from './Table.tsx'
import { TooltipProvider } from './Tooltip.tsx'

type Row = { name: string; size: number }
const rows: Row[] = [
  { name: 'orders', size: 48 },
  { name: 'users', size: 7 },
]
const columns: TableColumn<Row>[] = [
  { key: 'name', header: 'Name', rowHeader: true, sortable: true, cell: (row) => row.name },
  { key: 'size', header: 'Size', align: 'end', sortable: true, cell: (row) => row.size },
]

test('sorting says which column and which way, and turns on a second press', async () => {
  const onSort = vi.fn()
  const screen = await render(
    <Table
      aria-label="Tables"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.name}
      sort={{ key: 'name', direction: 'asc' }}
      onSort={onSort}
    />,
  )
  const name = screen.getByRole('columnheader', { name: 'Name' })
  await expect.element(name).toHaveAttribute('aria-sort', 'ascending')
  await screen.getByRole('button', { name: 'Name' }).click()
  await screen.getByRole('button', { name: 'Size' }).click()
  expect(onSort.mock.calls).toEqual([
    [{ key: 'name', direction: 'desc' }],
    [{ key: 'size', direction: 'asc' }],
  ])
  await expectAccessible()
})

test('without rows it says so', async () => {
  const screen = await render(
    <Table aria-label="Tables" columns={columns} rows={[]} rowKey={String} empty="No tables yet" />,
  )
  await expect.element(screen.getByText('No tables yet')).toBeVisible()
})

test('a table wider than the screen scrolls inside itself', async () => {
  await page.viewport(360, 600)
  const wide = Array.from({ length: 12 }, (_, n) => ({
    key: String(n),
    header: `A long heading ${n}`,
    cell: () => 'value',
  }))
  const screen = await render(
    <Table aria-label="Wide" columns={wide} rows={rows} rowKey={(row) => row.name} />,
  )
  const region = screen.getByRole('region', { name: 'Wide' }).element()
  expect(region.scrollWidth).toBeGreaterThan(region.clientWidth)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  await page.viewport(1024, 768)
})

test.each([
  { props: { page: 1, total: 0 }, says: 'No rows', next: false },
  { props: { page: 2, total: 4212 }, says: '101–200 of 4,212 rows', next: true },
  { props: { page: 43, total: 4212 }, says: '4,201–4,212 of 4,212 rows', next: false },
  { props: { page: 1, hasMore: true }, says: '1–100', next: true },
])('page $props.page: $says', async ({ props, says, next }) => {
  const onChange = vi.fn()
  const screen = await render(
    <TooltipProvider>
      <Pagination pageSize={100} onChange={onChange} {...props} />
    </TooltipProvider>,
  )
  await expect.element(screen.getByText(says, { exact: true })).toBeVisible()
  await screen.getByRole('button', { name: 'Next page' }).click({ force: true })
  expect(onChange.mock.calls).toEqual(next ? [[props.page + 1]] : [])
})
