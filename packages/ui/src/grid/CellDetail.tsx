import { useMemo } from 'react'
import { CodeBlock } from '#ui/CodeBlock.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { isJsonDocument, prettyJson } from './pretty-json.ts'
import type { ResultColumn } from './result-types.ts'

/** The cell that was opened. */
export type OpenCell = { column: ResultColumn; value: string | null; rowNumber: number }

// a browser lays out more than this so slowly that the page seems to hang
const SHOWN_CHARACTERS = 200_000

/** The whole value of one cell, laid out where it is JSON. */
export const CellDetail = ({
  cell,
  onClose,
}: {
  cell: OpenCell | undefined
  onClose: () => void
}) => (
  <Sheet
    open={cell !== undefined}
    onOpenChange={(open) => {
      if (!open) onClose()
    }}
    title={cell?.column.name ?? ''}
    description={cell && `${cell.column.type} · row ${cell.rowNumber.toLocaleString('en')}`}
    size="lg"
    footer={cell?.value != null && <CopyButton value={cell.value} />}
  >
    {cell && <Value value={cell.value} />}
  </Sheet>
)

function Value({ value }: Pick<OpenCell, 'value'>) {
  const shown = useMemo(() => {
    if (value === null) return ''
    return (isJsonDocument(value) ? prettyJson(value) : value).slice(0, SHOWN_CHARACTERS)
  }, [value])
  if (value === null) return <p className="font-mono text-xs text-muted italic">NULL</p>
  return (
    <>
      <CodeBlock code={shown} copy={false} wrap aria-label="Value" />
      {value.length > SHOWN_CHARACTERS && (
        <p className="mt-2 text-xs text-muted">
          The first {SHOWN_CHARACTERS.toLocaleString('en')} of {value.length.toLocaleString('en')}{' '}
          characters. Copy takes all of them.
        </p>
      )}
    </>
  )
}
