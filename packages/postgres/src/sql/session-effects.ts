import type { Node } from 'libpg-query'

// Built in, and known to leave a session as it was. Everything else may set something, take a lock
// or make a temporary table: a function's name does not tell.
const tracelessFunctions: ReadonlySet<string> = new Set(
  `abs age array_agg array_length array_to_string avg bool_and bool_or ceil concat concat_ws count
  current_database current_setting date_part date_trunc dense_rank every extract first_value floor
  format gen_random_uuid generate_series greatest initcap json_agg json_build_array
  json_build_object jsonb_agg jsonb_array_elements jsonb_array_elements_text jsonb_build_array
  jsonb_build_object jsonb_each jsonb_each_text jsonb_object_keys jsonb_pretty jsonb_typeof lag
  last_value lead least left length lower ltrim make_date max md5 min mod now ntile
  percentile_cont percentile_disc pg_backend_pid pg_database_size pg_get_constraintdef
  pg_get_expr pg_get_functiondef pg_get_indexdef pg_get_userbyid pg_get_viewdef pg_relation_size
  pg_size_pretty pg_sleep pg_table_size pg_total_relation_size pg_typeof position power random
  rank regexp_matches regexp_replace repeat replace reverse right round row_number row_to_json
  rpad rtrim split_part sqrt string_agg string_to_array substr substring sum timezone to_char
  to_date to_json to_jsonb to_number to_timestamp trim trunc unnest upper version width_bucket`.split(
    /\s+/,
  ),
)

const plainStatements: ReadonlySet<string> = new Set([
  'ExplainStmt',
  'SelectStmt',
  'VariableShowStmt',
])

/**
 * Whether a statement may leave its session other than it found it: a setting, a lock, a
 * temporary table, a prepared statement. What writes may fire a trigger, so it counts, too.
 */
export function leavesTrace(statement: Node): boolean {
  const kind = Object.keys(statement)[0] ?? ''
  return !plainStatements.has(kind) || holdsTrace(statement)
}

// a data-modifying CTE fires triggers as well
const tracingParts: ReadonlySet<string> = new Set([
  'DeleteStmt',
  'InsertStmt',
  'MergeStmt',
  'UpdateStmt',
  'intoClause',
])

function holdsTrace(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(holdsTrace)
  if (typeof part !== 'object' || part === null) return false
  return Object.entries(part).some(([name, value]) => {
    if (tracingParts.has(name)) return true
    if (name === 'FuncCall' && !isTraceless(value)) return true
    return holdsTrace(value)
  })
}

function isTraceless(call: unknown): boolean {
  const { funcname } = call as { funcname?: Node[] } // the parser's own shape of a FuncCall
  const names = (funcname ?? []).map((part) => ('String' in part ? part.String.sval : undefined))
  const [schema, name] = names.length > 1 ? names : ['pg_catalog', names[0]]
  return schema === 'pg_catalog' && name !== undefined && tracelessFunctions.has(name)
}
