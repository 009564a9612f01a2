import { type Diagnostic, setDiagnostics } from '@codemirror/lint'
import { EditorView } from '@codemirror/view'

/** Where in the text something is wrong, and what. */
export type ErrorMarker = { from: number; to: number; message: string }

/** Underlines the place, marks it in the gutter and scrolls to it; `undefined` takes the mark away. */
export function markError(view: EditorView, marker: ErrorMarker | undefined): void {
  const diagnostic = marker && asDiagnostic(view, marker)
  view.dispatch(setDiagnostics(view.state, diagnostic ? [diagnostic] : []))
  if (diagnostic) {
    view.dispatch({ effects: EditorView.scrollIntoView(diagnostic.from, { y: 'center' }) })
  }
}

// The text may have been edited while the query ran, and the server may point behind its last character.
function asDiagnostic({ state }: EditorView, { from, to, message }: ErrorMarker): Diagnostic {
  const start = Math.min(Math.max(0, from), state.doc.length)
  const end = Math.min(Math.max(start, to), state.doc.length)
  const word = start === end ? state.wordAt(start) : null
  return {
    from: word?.from ?? (start === end ? Math.max(0, start - 1) : start),
    to: word?.to ?? end,
    severity: 'error',
    message,
  }
}
