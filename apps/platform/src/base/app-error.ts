import { ORPCError } from '@orpc/server'
import { ERRORS, type ErrorCode } from '@plinth/contract'

type Options = {
  /** The sentence shown to the caller where the code's own is not exact enough. */
  readonly message?: string
  readonly data?: unknown
  /** Details for us: logged, never sent. */
  readonly cause?: unknown
}

/** A failure meant for the caller's eyes; anything else that is thrown is a bug and answers as INTERNAL. */
export class AppError extends ORPCError<ErrorCode, unknown> {
  constructor(code: ErrorCode, { message, data, cause }: Options = {}) {
    const row = ERRORS[code]
    super(code, { status: row.status, message: message ?? row.message, data, cause })
  }
}
