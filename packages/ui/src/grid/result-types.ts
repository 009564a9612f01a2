/** A column of a result, as PostgreSQL names its type. */
export type ResultColumn = { name: string; type: string }

/** One row, every value in PostgreSQL's own text form. */
export type ResultRow = readonly (string | null)[]

const NUMERIC = new Set([
  'int2',
  'int4',
  'int8',
  'smallint',
  'integer',
  'bigint',
  'float4',
  'float8',
  'real',
  'double precision',
  'numeric',
  'decimal',
  'oid',
])

// numeric(10,2), int8
const bare = (type: string) => type.toLowerCase().replace(/\s*\(.*\)$/, '')

/** Whether values of the type are numbers, and so align right. */
export const isNumeric = (type: string): boolean => NUMERIC.has(bare(type))

/** Whether values of the type are true and false. */
export const isBoolean = (type: string): boolean => ['bool', 'boolean'].includes(bare(type))

/** Whether values of the type are JSON. */
export const isJson = (type: string): boolean => ['json', 'jsonb'].includes(bare(type))
