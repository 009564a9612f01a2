export { rowsToCsv, rowsToJson, rowsToMarkdown } from './exporters.ts'
export { isJsonDocument, prettyJson } from './pretty-json.ts'
export { ResultGrid } from './ResultGrid.tsx'
export type { ResultColumn, ResultRow } from './result-types.ts'
