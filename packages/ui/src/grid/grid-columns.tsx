import type { Column } from 'react-data-grid'
import { initialWidth } from './column-width.ts'
import { isNumeric, type ResultColumn, type ResultRow } from './result-types.ts'

/** The key of the column of row numbers. */
export const ROW_NUMBERS = 'row-number'

// a cell shows one line; more text only makes the browser measure what nobody sees
const SHOWN_CHARACTERS = 256

/** What a cell shows of its value. */
export const cellText = (value: string): string =>
  value.length > SHOWN_CHARACTERS ? `${value.slice(0, SHOWN_CHARACTERS)}…` : value

/** The grid's columns: row numbers, then the result's. A key is a place, because names may repeat. */
export function gridColumns(
  columns: readonly ResultColumn[],
  rows: readonly ResultRow[],
): Column<ResultRow>[] {
  const digits = String(rows.length).length
  return [
    {
      key: ROW_NUMBERS,
      name: '#',
      width: digits * 8 + 24,
      frozen: true,
      resizable: false,
      cellClass: 'ui-grid-index',
      headerCellClass: 'ui-grid-index',
      renderCell: ({ rowIdx }) => rowIdx + 1,
    },
    ...columns.map((column, index) => ({
      key: String(index),
      name: column.name,
      width: initialWidth(column, rows, index),
      minWidth: 48,
      resizable: true,
      cellClass: isNumeric(column.type) ? 'ui-grid-number' : undefined,
      headerCellClass: isNumeric(column.type) ? 'ui-grid-head ui-grid-number' : 'ui-grid-head',
      renderHeaderCell: () => <Heading column={column} />,
      renderCell: ({ row }: { row: ResultRow }) => {
        const value = row[index] ?? null
        return value === null ? <span className="ui-grid-null">NULL</span> : cellText(value)
      },
    })),
  ]
}

const Heading = ({ column: { name, type } }: { column: ResultColumn }) => (
  <span title={`${name} ${type}`}>
    <span className="ui-grid-head-name">{name}</span>
    <span className="ui-grid-head-type">{type}</span>
  </span>
)
