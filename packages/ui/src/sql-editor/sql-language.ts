import { PostgreSQL, type SQLNamespace, sql } from '@codemirror/lang-sql'
import type { Extension } from '@codemirror/state'

/** What can be completed: schema → table → columns. */
export type CompletionSchema = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** PostgreSQL, completing the given tables; those in `defaultSchema` also without its name. */
export function sqlLanguage(schema: CompletionSchema, defaultSchema: string): Extension {
  const namespace: SQLNamespace = schema
  return sql({ dialect: PostgreSQL, schema: namespace, defaultSchema, upperCaseKeywords: false })
}
