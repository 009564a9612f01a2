export type { ErrorMarker } from './error-marker.ts'
export type { Runnable } from './runnable.ts'
export type { CompletionSchema } from './sql-language.ts'
export { SqlEditor, type SqlEditorHandle } from './SqlEditor.tsx'
