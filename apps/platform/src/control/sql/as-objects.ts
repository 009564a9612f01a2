import type { TextResult } from '@plinth/postgres'
import pg from 'pg'
import { AppError } from '#app/base/app-error.ts'

type Row = Record<string, unknown>

/**
 * The rows of the last statement that returned any, as objects, values as JSON has them; numbers
 * that JSON would round stay texts.
 */
export function asObjects({ statements, error }: TextResult): Row[] {
  if (error) {
    const { message, sqlstate, detail, hint, position } = error
    throw new AppError('QUERY_FAILED', {
      message,
      data: {
        code: sqlstate,
        ...(detail !== null && { detail }),
        ...(hint !== null && { hint }),
        ...(position !== null && { position }),
      },
    })
  }
  const last = statements.findLast(({ columns }) => columns.length > 0)
  if (!last) return []
  const parsers = last.columns.map(({ typeOid }) => parserFor(typeOid))
  return last.rows.map((values) =>
    Object.fromEntries(
      last.columns.map(({ name }, index) => {
        const value = values[index] ?? null
        return [name, value === null ? null : parsers[index]?.(value)]
      }),
    ),
  )
}

const { builtins } = pg.types
const PARSED = new Set<number>([
  builtins.BOOL,
  builtins.INT2,
  builtins.INT4,
  builtins.OID,
  builtins.FLOAT4,
  builtins.FLOAT8,
  builtins.JSON,
  builtins.JSONB,
])

// pg's own parsers; what they would round or move to a time zone stays Postgres's text
const parserFor = (oid: number): ((text: string) => unknown) =>
  PARSED.has(oid) ? pg.types.getTypeParser(oid, 'text') : (text) => text
