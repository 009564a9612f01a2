import type { CompletionSchema, Table } from '@plinth/contract'
import type { RelationKind, schemaForCompletion, Table as ListedTable } from '@plinth/postgres'

const KINDS = {
  table: 'table',
  view: 'view',
  'materialized view': 'materialized_view',
  'foreign table': 'foreign_table',
  'partitioned table': 'partitioned_table',
} as const satisfies Record<RelationKind, Table['kind']>

export const presentTable = ({ kind, primary_keys, ...table }: ListedTable): Table => ({
  ...table,
  kind: KINDS[kind],
  primary_keys: primary_keys.map((name) => ({ name })),
})

type ListedNames = Awaited<ReturnType<typeof schemaForCompletion>>

export const presentNames = (names: ListedNames): CompletionSchema => ({
  schemas: Object.fromEntries(
    Object.entries(names).map(([schema, { tables }]) => [schema, tables]),
  ),
  functions: Object.entries(names).flatMap(([schema, { functions }]) =>
    functions.map((name) => ({ schema, name })),
  ),
})
