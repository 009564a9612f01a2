import { type Ref, useEffect, useImperativeHandle, useMemo } from 'react'
import type { AriaLabel } from '#ui/aria.ts'
import { cn } from '#ui/cn.ts'
import { type ErrorMarker, markError } from './error-marker.ts'
import { type Runnable, runnable } from './runnable.ts'
import { type CompletionSchema, sqlLanguage } from './sql-language.ts'
import { EditorHelp, useEditorView } from './use-editor-view.tsx'

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
  const { value, schema = NO_SCHEMA, defaultSchema = 'public', error } = props
  const language = useMemo(() => sqlLanguage(schema, defaultSchema), [schema, defaultSchema])
  const { host, view, helpId } = useEditorView(props, language)

  // after the effect that brings the text, or its places would not exist yet
  useEffect(() => {
    if (view.current) markError(view.current, error)
  }, [error, view])

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
      <EditorHelp id={helpId} />
    </div>
  )
}
