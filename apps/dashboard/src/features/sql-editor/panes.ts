import { stored } from '#app/lib/stored.ts'

type Panes = { readonly [panel: string]: number }

const DEFAULT_EDITOR = 45

// the share of the editor in percent; what the results have is the rest
const isShare = (value: string): value is string => /^\d{1,2}(\.\d+)?$/.test(value)
const storedShare = stored('sql-editor-share', isShare)

export function readPanes(): Panes {
  const editor = Number(storedShare.read() ?? DEFAULT_EDITOR)
  return { editor, results: 100 - editor }
}

export function writePanes(panes: Panes): void {
  const { editor } = panes
  if (editor !== undefined) storedShare.write(editor.toFixed(1))
}
