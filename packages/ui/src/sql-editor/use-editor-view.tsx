import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, placeholder as placeholderText } from '@codemirror/view'
import { useEffect, useId, useRef } from 'react'
import type { AriaLabel } from '#ui/aria.ts'
import { baseExtensions, type Callbacks, External } from './base-extensions.ts'

type Options = AriaLabel &
  Callbacks & {
    readonly value: string
    readonly readOnly?: boolean | undefined
    readonly autoFocus?: boolean | undefined
    readonly placeholder?: string | undefined
  }

/**
 * An editor in `host`, whose text, language and being writable follow the props. A language keeps its
 * identity while it is the same: a new one configures the editor again.
 */
export function useEditorView(options: Options, language: Extension) {
  const { value, readOnly = false } = options
  const helpId = useId()
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const compartments = useRef({ language: new Compartment(), readOnly: new Compartment() })
  // the editor lives longer than a render, so what it calls is looked up when it calls
  const latest = useRef({ ...options, language })
  useEffect(() => {
    latest.current = { ...options, language }
  })

  useEffect(() => {
    if (!host.current) return
    const parts = compartments.current
    const first = latest.current
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: first.value,
        extensions: [
          baseExtensions(latest),
          parts.language.of(first.language),
          parts.readOnly.of(EditorState.readOnly.of(first.readOnly ?? false)),
          placeholderText(first.placeholder ?? ''),
          EditorView.contentAttributes.of({
            ...(first['aria-label'] && { 'aria-label': first['aria-label'] }),
            ...(first['aria-labelledby'] && { 'aria-labelledby': first['aria-labelledby'] }),
            'aria-describedby': helpId,
            'aria-multiline': 'true',
            // it is a tab stop by being editable; checkers only believe it in writing
            tabindex: '0',
          }),
        ],
      }),
    })
    view.current = editor
    if (first.autoFocus) editor.focus()
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [helpId])

  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: value },
      annotations: External.of(true),
    })
  }, [value])

  useEffect(() => {
    const parts = compartments.current
    view.current?.dispatch({
      effects: [
        parts.language.reconfigure(language),
        parts.readOnly.reconfigure(EditorState.readOnly.of(readOnly)),
      ],
    })
  }, [language, readOnly])

  return { host, view, helpId }
}

/** How to get out of the editor again, for who cannot see that it holds the keyboard. */
export const EditorHelp = ({ id }: { id: string }) => (
  <p id={id} hidden>
    Tab indents. Press Escape, then Tab, to leave the editor.
  </p>
)
