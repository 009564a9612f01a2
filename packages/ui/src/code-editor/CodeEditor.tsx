import { useMemo } from 'react'
import type { AriaLabel } from '#ui/aria.ts'
import { cn } from '#ui/cn.ts'
import { EditorHelp, useEditorView } from '#ui/sql-editor/use-editor-view.tsx'
import { codeLanguage } from './code-language.ts'

type CodeEditorProps = AriaLabel & {
  /** Says the language, by its end. */
  fileName: string
  value: string
  onChange?: ((value: string) => void) | undefined
  /** Mod+S. */
  onSave?: (() => void) | undefined
  readOnly?: boolean | undefined
  className?: string | undefined
}

/** An editor for the files of a program. It fills its parent, which must have a height. */
export function CodeEditor({ fileName, className, ...props }: CodeEditorProps) {
  const language = useMemo(() => codeLanguage(fileName), [fileName])
  const { host, helpId } = useEditorView(props, language)
  return (
    <div className={cn('h-full min-h-0 min-w-0 overflow-hidden', className)}>
      <div ref={host} className="h-full" />
      <EditorHelp id={helpId} />
    </div>
  )
}
