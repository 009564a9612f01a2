import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, placeholder as placeholderText } from '@codemirror/view'
import { type Ref, useEffect, useId, useImperativeHandle, useRef } from 'react'
import type { AriaLabel } from '#ui/aria.ts'
import { cn } from '#ui/cn.ts'
import { baseExtensions, External } from './base-extensions.ts'
import { type ErrorMarker, markError } from './error-marker.ts'
import { type Runnable, runnable } from './runnable.ts'
import { type CompletionSchema, sqlLanguage } from './sql-language.ts'

/** What a caller may do with an editor from outside, by `ref`. */
export type SqlEditorHandle = {
  focus: () => void
  /** In place of the selection; the cursor goes behind it. */
  insert: (text: string) => void
  /** What Mod+Enter would run now. */
  runnable: () => Runnable
}

/** The text, what completes it, and what its keys do. */
export type SqlEditorProps = AriaLabel & {
  value: string
  onChange?: ((value: string) => void) | undefined
  /** Keep its identity while it is the same: a new one configures the language again. */
  schema?: CompletionSchema | undefined
  defaultSchema?: string | undefined
  /** Mod+Enter: the selection, or everything. */
  onRun?: ((runnable: Runnable) => void) | undefined
  /** Mod+S. */
  onSave?: (() => void) | undefined
  onSelectionChange?: ((hasSelection: boolean) => void) | undefined
  error?: ErrorMarker | undefined
  readOnly?: boolean | undefined
  autoFocus?: boolean | undefined
  placeholder?: string | undefined
  ref?: Ref<SqlEditorHandle> | undefined
  className?: string | undefined
}

const NO_SCHEMA: CompletionSchema = {}

/** An editor for PostgreSQL. It fills its parent, which must have a height. */
export function SqlEditor({ ref, ...props }: SqlEditorProps) {
  const { value, schema = NO_SCHEMA, defaultSchema = 'public', error, readOnly = false } = props
  const helpId = useId()
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const compartments = useRef({ language: new Compartment(), readOnly: new Compartment() })
  // the editor lives longer than a render, so what it calls is looked up when it calls
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    if (!host.current) return
    const { language, readOnly: writable } = compartments.current
    const first = latest.current
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: first.value,
        extensions: [
          baseExtensions(latest),
          language.of(sqlLanguage(first.schema ?? NO_SCHEMA, first.defaultSchema ?? 'public')),
          writable.of(EditorState.readOnly.of(first.readOnly ?? false)),
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
    const { language, readOnly: writable } = compartments.current
    view.current?.dispatch({
      effects: [
        language.reconfigure(sqlLanguage(schema, defaultSchema)),
        writable.reconfigure(EditorState.readOnly.of(readOnly)),
      ],
    })
  }, [schema, defaultSchema, readOnly])

  // after the effect that brings the text, or its places would not exist yet
  useEffect(() => {
    if (view.current) markError(view.current, error)
  }, [error])

  useImperativeHandle(ref, () => ({
    focus: () => view.current?.focus(),
    insert: (text) => {
      const editor = view.current
      if (!editor) return
      editor.dispatch(editor.state.replaceSelection(text), { scrollIntoView: true })
      editor.focus()
    },
    runnable: () =>
      view.current ? runnable(view.current.state) : { sql: value, from: 0, to: value.length },
  }))

  return (
    <div className={cn('h-full min-h-0 min-w-0 overflow-hidden', props.className)}>
      <div ref={host} className="h-full" />
      <p id={helpId} hidden>
        Tab indents. Press Escape, then Tab, to leave the editor.
      </p>
    </div>
  )
}
