import pg from 'pg'
import { utf16OfCharacter } from './statements.ts'
import type { ServerMessage, TextError, TextNotice } from './text-types.ts'

const connectionFailure = '08006'

/** An error of the server or of the connection as data; `base` is where the text that failed begins. */
export function textErrorOf(
  error: Error,
  { sql, base, statementIndex }: { sql: string; base: number; statementIndex: number },
): TextError {
  const said: ServerMessage = error instanceof pg.DatabaseError ? error : {}
  // counted from 1 in characters of the text that was sent
  const position = said.position
    ? utf16OfCharacter(sql.slice(base), Number(said.position) - 1)
    : null
  return {
    statementIndex,
    severity: said.severity ?? 'ERROR',
    sqlstate: said.code ?? connectionFailure,
    message: error.message,
    detail: said.detail ?? null,
    hint: said.hint ?? null,
    position: position === null ? null : base + position,
    where: said.where ?? null,
    schema: said.schema ?? null,
    table: said.table ?? null,
    column: said.column ?? null,
    constraint: said.constraint ?? null,
  }
}

/** A notice as data. */
export const textNoticeOf = (notice: ServerMessage): TextNotice => ({
  severity: notice.severity ?? 'NOTICE',
  sqlstate: notice.code ?? '00000',
  message: notice.message ?? '',
  detail: notice.detail ?? null,
  hint: notice.hint ?? null,
})
