import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AriaLabel } from './aria.ts'
import { cn } from './cn.ts'

/** A column: its heading, and what it shows of a row. */
export type TableColumn<Row> = {
  key: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end' | undefined
  sortable?: boolean | undefined
  /** Names the row for assistive technology; one column of a table does. */
  rowHeader?: boolean | undefined
  /** Keeps the words of the header for assistive technology only, as over a column of menus. */
  hideHeader?: boolean | undefined
  /** Gives way below this width. */
  hideBelow?: 'sm' | 'md' | 'lg' | undefined
  className?: string | undefined
}

/** The column rows are sorted by; the caller sorts. */
export type TableSort = { key: string; direction: 'asc' | 'desc' }

type TableProps<Row> = AriaLabel & {
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: TableSort | undefined
  onSort?: ((sort: TableSort) => void) | undefined
  /** Stands in the table's body when there are no rows. */
  empty?: ReactNode
  /** Rows that are being refreshed are dimmed. */
  loading?: boolean | undefined
  /** Keeps the header in sight within this height, in CSS units. */
  maxHeight?: string | undefined
  className?: string | undefined
}

const hidden = { sm: 'max-sm:hidden', md: 'max-md:hidden', lg: 'max-lg:hidden' }

/** Rows of things to read and act on; ResultGrid is for large results. */
export function Table<Row>({
  columns,
  rows,
  rowKey,
  sort,
  onSort,
  empty = 'Nothing here yet',
  loading = false,
  maxHeight,
  className,
  ...label
}: TableProps<Row>) {
  const cellClass = (column: TableColumn<Row>) =>
    cn(
      'px-4 py-2.5',
      column.align === 'end' ? 'text-right' : 'text-left',
      column.hideBelow && hidden[column.hideBelow],
      column.className,
    )
  return (
    <div
      role="region"
      {...label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must scroll by keyboard
      tabIndex={0}
      style={maxHeight ? { maxHeight } : undefined}
      className={cn('relative min-w-0 overflow-auto focus-visible:-outline-offset-2', className)}
    >
      <table
        {...label}
        aria-busy={loading}
        className="w-full border-separate border-spacing-0 text-sm"
      >
        <thead className="sticky top-0 z-1">
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                aria-sort={ariaSort(column, sort)}
                className={cn(
                  cellClass(column),
                  'h-8 border-b bg-canvas py-0 text-xs font-medium whitespace-nowrap text-muted',
                )}
              >
                <TableHeading column={column} sort={sort} onSort={onSort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={cn('transition-opacity', loading && 'opacity-60')}>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="group hover:bg-hover/60">
              {columns.map((column) => {
                const Cell = column.rowHeader ? 'th' : 'td'
                return (
                  <Cell
                    key={column.key}
                    scope={column.rowHeader ? 'row' : undefined}
                    className={cn('border-b font-normal group-last:border-b-0', cellClass(column))}
                  >
                    {column.cell(row)}
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && (
        <div className="px-4 py-10 text-center text-sm text-pretty text-muted">{empty}</div>
      )}
    </div>
  )
}

function ariaSort<Row>(column: TableColumn<Row>, sort: TableSort | undefined) {
  if (!column.sortable) return undefined
  if (sort?.key !== column.key) return 'none'
  return sort.direction === 'asc' ? 'ascending' : 'descending'
}

function TableHeading<Row>({
  column,
  sort,
  onSort,
}: {
  column: TableColumn<Row>
  sort: TableSort | undefined
  onSort: ((sort: TableSort) => void) | undefined
}) {
  if (column.hideHeader) return <span className="sr-only">{column.header}</span>
  if (!column.sortable || !onSort) return column.header
  const current = sort?.key === column.key ? sort.direction : undefined
  const Icon = current === 'asc' ? ArrowUp : current === 'desc' ? ArrowDown : ChevronsUpDown
  return (
    <button
      type="button"
      onClick={() => onSort({ key: column.key, direction: current === 'asc' ? 'desc' : 'asc' })}
      className={cn(
        '-mx-1 inline-flex items-center gap-1 rounded-sm px-1 hover:text-fg',
        current && 'text-fg',
      )}
    >
      {column.header}
      <Icon aria-hidden className={cn('size-3', !current && 'opacity-50')} />
    </button>
  )
}
