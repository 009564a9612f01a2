import {
  autocompletion,
  closeCompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { lintGutter } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Annotation, EditorState, type Extension, Prec } from '@codemirror/state'
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { styleNonce } from '#ui/style-nonce.ts'
import { editorTheme } from './editor-theme.ts'
import { type Runnable, runnable } from './runnable.ts'

/** Marks a change that came from the caller, who need not be told of it. */
export const External = Annotation.define<boolean>()

/** What the editor's owner is told of. */
export type Callbacks = {
  onChange?: ((value: string) => void) | undefined
  onRun?: ((runnable: Runnable) => void) | undefined
  onSave?: (() => void) | undefined
  onSelectionChange?: ((hasSelection: boolean) => void) | undefined
}

/** Everything about the editor that does not change with its props. */
export function baseExtensions(latest: { readonly current: Callbacks }): Extension {
  const nonce = styleNonce()
  return [
    nonce ? EditorView.cspNonce.of(nonce) : [],
    editorTheme,
    lineNumbers(),
    lintGutter(),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    dropCursor(),
    EditorState.allowMultipleSelections.of(true),
    indentOnInput(),
    indentUnit.of('  '),
    bracketMatching(),
    closeBrackets(),
    autocompletion({ icons: false }),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    search({ top: true }),
    // before the defaults, in which Mod+Enter opens a line
    Prec.highest(keymap.of(ownKeys(latest))),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...completionKeymap,
      // Escape, then Tab leaves: CodeMirror lets go of the key for two seconds
      indentWithTab,
    ]),
    EditorView.updateListener.of((update) => {
      const isOwn = update.transactions.some((each) => each.annotation(External))
      if (update.docChanged && !isOwn) latest.current.onChange?.(update.state.doc.toString())
      if (update.selectionSet || update.docChanged) {
        latest.current.onSelectionChange?.(!update.state.selection.main.empty)
      }
    }),
  ]
}

const ownKeys = (latest: { readonly current: Callbacks }) => [
  {
    key: 'Mod-Enter',
    run: (view: EditorView) => {
      // an open list would stand over the text while it runs
      closeCompletion(view)
      latest.current.onRun?.(runnable(view.state))
      return true
    },
  },
  {
    key: 'Mod-s',
    preventDefault: true,
    run: () => {
      latest.current.onSave?.()
      return true
    },
  },
]
