import type pg from 'pg'
import { columnsSql, tablesSql } from './tables-sql.ts'

/** What sort of relation a row of `listTables` is. */
export type RelationKind =
  | 'table'
  | 'partitioned table'
  | 'view'
  | 'materialized view'
  | 'foreign table'

/** A column as the table editor shows it. */
export type Column = {
  /** Table id and column number, such as `16385.1`. */
  id: string
  table_id: number
  ordinal_position: number
  name: string
  /** As SQL spells it, such as `character varying(20)`. */
  data_type: string
  /** The type's own short name, such as `varchar`. */
  format: string
  is_nullable: boolean
  is_identity: boolean
  identity_generation: 'ALWAYS' | 'BY DEFAULT' | null
  is_generated: boolean
  is_unique: boolean
  default_value: string | null
  enums: string[]
  comment: string | null
}

/** A foreign key, seen from either of its tables. */
export type Relationship = {
  constraint_name: string
  source_schema: string
  source_table_name: string
  source_columns: string[]
  target_schema: string
  target_table_name: string
  target_columns: string[]
}

/** A table, view or the like. */
export type Table = {
  id: number
  schema: string
  name: string
  kind: RelationKind
  rls_enabled: boolean
  rls_forced: boolean
  /** What statistics say, which is not what counting would. */
  live_rows_estimate: number
  bytes: number
  size: string
  comment: string | null
  primary_keys: string[]
  relationships: Relationship[]
  columns?: Column[]
}

type ListTablesOptions = {
  /** All but the system's own unless given. */
  includedSchemas?: readonly string[]
  includeColumns?: boolean
}

/** Every table, view, materialized and foreign table of a database, by schema and name. */
export async function listTables(
  client: pg.ClientBase,
  { includedSchemas, includeColumns = false }: ListTablesOptions = {},
): Promise<Table[]> {
  const { rows } = await client.query<Omit<Table, 'columns'>>(tablesSql, [includedSchemas ?? null])
  if (!includeColumns) return rows
  const ids = rows.map(({ id }) => id)
  const { rows: columns } = await client.query<Column>(columnsSql, [ids])
  const byTable = Map.groupBy(columns, ({ table_id: id }) => id)
  return rows.map((table) => ({
    ...table,
    columns: byTable.get(table.id) ?? [],
  }))
}
