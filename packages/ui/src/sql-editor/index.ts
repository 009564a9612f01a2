export type { ErrorMarker } from './error-marker.ts'
export type { Runnable } from './runnable.ts'
export type { CompletionSchema } from './sql-language.ts'
export { SqlEditor, type SqlEditorHandle, type SqlEditorProps } from './SqlEditor.tsx'
