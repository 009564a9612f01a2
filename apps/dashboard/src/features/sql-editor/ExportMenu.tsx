import type { StatementResult } from '@plinth/contract'
import { Button, DropdownMenu, copyText, toast } from '@plinth/ui'
import { Copy, Download } from 'lucide-react'
import { saveText } from '#app/lib/save-text.ts'
import { EXPORT_FORMATS, exportFileName, type ExportFormat } from './export-name.ts'
import { formatCount } from './result-text.ts'

type ExportMenuProps = { result: StatementResult; index: number; count: number; name: string }

const FORMATS = ['csv', 'json', 'markdown'] as const satisfies readonly ExportFormat[]

/** The writers come with the grid, which is there before anybody can ask for them. */
async function write(format: ExportFormat, result: StatementResult): Promise<string> {
  const grid = await import('@plinth/ui/grid')
  const writers = {
    csv: grid.rowsToCsv,
    json: grid.rowsToJson,
    markdown: grid.rowsToMarkdown,
  } as const satisfies Record<ExportFormat, (of: StatementResult) => string>
  return writers[format](result)
}

/** Takes a whole result away: to the clipboard or into a file. */
export function ExportMenu({ result, index, count, name }: ExportMenuProps) {
  const rows = formatCount(result.rows.length, 'row')

  async function copy(format: ExportFormat) {
    const isCopied = await copyText(await write(format, result))
    if (isCopied) toast.success(`Copied ${rows} as ${EXPORT_FORMATS[format].label}`)
    else toast.error('Failed to copy: the browser did not allow it')
  }

  async function download(format: ExportFormat) {
    const text = await write(format, result)
    const file = exportFileName({ name, format, index, count })
    saveText({ name: file, type: `${EXPORT_FORMATS[format].mime};charset=utf-8`, text })
  }

  const items = (act: (format: ExportFormat) => Promise<void>) =>
    FORMATS.map((format) => ({
      label: EXPORT_FORMATS[format].label,
      onSelect: () => void act(format),
    }))

  return (
    <div className="flex shrink-0 items-center gap-1">
      <DropdownMenu
        trigger={
          <Button size="xs" variant="ghost" icon={<Copy aria-hidden />} aria-label="Copy result">
            <span className="max-sm:hidden">Copy</span>
          </Button>
        }
        items={items(copy)}
      />
      <DropdownMenu
        trigger={
          <Button
            size="xs"
            variant="ghost"
            icon={<Download aria-hidden />}
            aria-label="Download result"
          >
            <span className="max-sm:hidden">Download</span>
          </Button>
        }
        items={items(download)}
      />
    </div>
  )
}
