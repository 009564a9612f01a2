import type { EditorState } from '@codemirror/state'

/** A text to run and where in the document it stands, for placing the error it may give. */
export type Runnable = { sql: string; from: number; to: number }

/** The selection, or everything where nothing (or only white space) is selected. */
export function runnable(state: EditorState): Runnable {
  const { from, to } = state.selection.main
  const selected = state.sliceDoc(from, to)
  return selected.trim() === ''
    ? { sql: state.doc.toString(), from: 0, to: state.doc.length }
    : { sql: selected, from, to }
}
