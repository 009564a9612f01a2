import 'react-data-grid/lib/styles.css'
import './grid.css'
import { useMemo, useState } from 'react'
import { DataGrid } from 'react-data-grid'
import type { AriaLabel } from '#ui/aria.ts'
import { cn } from '#ui/cn.ts'
import { ContextMenu } from '#ui/ContextMenu.tsx'
import { copyText } from '#ui/copy-text.ts'
import type { MenuEntry } from '#ui/menu-entries.tsx'
import { CellDetail, type OpenCell } from './CellDetail.tsx'
import { rowsToCsv, rowsToJson, rowsToMarkdown } from './exporters.ts'
import { gridColumns } from './grid-columns.tsx'
import type { ResultColumn, ResultRow } from './result-types.ts'

// Chromium ends a scroll box at 33,554,432 px: at 32 px a million rows still have their place
const ROW_PX = 32

type ResultGridProps = AriaLabel & {
  columns: readonly ResultColumn[]
  /** Keep the array's identity while it is the same result: columns are measured again with a new one. */
  rows: readonly ResultRow[]
  /** Fills its parent's height, which must have one. */
  className?: string | undefined
}

type Place = { columnIndex: number; rowIndex: number }

/** The rows of a query, however many: read, copy, and open a cell to see all of its value. */
export function ResultGrid({ columns, rows, className, ...label }: ResultGridProps) {
  const [open, setOpen] = useState<OpenCell>()
  const [pointed, setPointed] = useState<Place>()
  const gridded = useMemo(() => gridColumns(columns, rows), [columns, rows])

  // the row numbers come first and are no column of the result
  const place = (column: { idx: number } | undefined, rowIdx: number): Place | undefined =>
    column && column.idx > 0 && rowIdx >= 0
      ? { columnIndex: column.idx - 1, rowIndex: rowIdx }
      : undefined
  const valueAt = ({ columnIndex, rowIndex }: Place) => rows[rowIndex]?.[columnIndex] ?? null

  function show(at: Place | undefined) {
    const column = at && columns[at.columnIndex]
    if (column) setOpen({ column, value: valueAt(at), rowNumber: at.rowIndex + 1 })
  }

  return (
    <>
      <ContextMenu items={menuFor(pointed, { columns, rows })}>
        <div
          className={cn('h-full min-h-0 min-w-0', className)}
          onContextMenuCapture={() => setPointed(undefined)}
        >
          <DataGrid
            {...label}
            className="ui-grid"
            columns={gridded}
            rows={rows}
            rowHeight={ROW_PX}
            headerRowHeight={ROW_PX}
            renderers={{ noRowsFallback: <NoRows /> }}
            onCellDoubleClick={({ column, rowIdx }) => show(place(column, rowIdx))}
            onCellContextMenu={({ column, rowIdx }) => setPointed(place(column, rowIdx))}
            onCellKeyDown={({ mode, column, rowIdx }, event) => {
              if (mode !== 'ACTIVE' || event.key !== 'Enter') return
              event.preventGridDefault()
              // or the same key press goes on to the button that has the focus by then
              event.preventDefault()
              show(place(column, rowIdx))
            }}
            onCellCopy={({ column, row }, event) => {
              const value = row[column.idx - 1]
              if (value == null || column.idx === 0) return
              event.clipboardData.setData('text/plain', value)
              event.preventDefault()
            }}
          />
        </div>
      </ContextMenu>
      <CellDetail cell={open} onClose={() => setOpen(undefined)} />
    </>
  )
}

const NoRows = () => (
  <div className="col-span-full p-6 text-center font-sans text-sm text-muted">No rows</div>
)

type Result = { columns: readonly ResultColumn[]; rows: readonly ResultRow[] }

function menuFor(at: Place | undefined, result: Result): MenuEntry[] {
  const copy = (label: string, text: () => string): MenuEntry => ({
    label,
    onSelect: () => void copyText(text()),
  })
  const whole = [
    copy('Copy all rows as CSV', () => rowsToCsv(result)),
    copy('Copy all rows as JSON', () => rowsToJson(result)),
    copy('Copy all rows as Markdown', () => rowsToMarkdown(result)),
  ]
  const { columns, rows } = result
  const row = at && rows[at.rowIndex]
  if (!at || !row) return whole
  return [
    copy('Copy cell', () => row[at.columnIndex] ?? ''),
    copy('Copy row as JSON', () => rowsToJson({ columns, rows: [row] })),
    copy('Copy column', () => rows.map((each) => each[at.columnIndex] ?? '').join('\n')),
    'separator',
    ...whole,
  ]
}
