/** Every way a cluster can fail, as codes that callers may match on. */
export type ClusterErrorCode =
  | 'ABORTED'
  | 'ARCHIVE_TIMEOUT'
  | 'BACKUP_DAMAGED'
  | 'COMMAND_FAILED'
  | 'DATA_DIR_MISSING'
  | 'ENGINE_MISSING'
  | 'LOCKED'
  | 'NO_FREE_PORT'
  | 'NO_SPACE'
  | 'NOT_EMPTY'
  | 'NOT_MOVABLE'
  | 'NOT_RECOVERABLE'
  | 'NOT_RUNNING'
  | 'NOT_TRAVERSABLE'
  | 'RELOAD_FAILED'
  | 'PORT_TAKEN'
  | 'SOCKET_PATH_TOO_LONG'
  | 'START_FAILED'
  | 'START_TIMEOUT'
  | 'STOP_TIMEOUT'
  | 'VERSION_MISMATCH'

/** The only error this package throws on purpose; `logTail` holds the server's own last words. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError'
  readonly code: ClusterErrorCode
  readonly logTail: readonly string[]

  constructor(
    code: ClusterErrorCode,
    message: string,
    { logTail = [], cause }: { logTail?: readonly string[]; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.code = code
    this.logTail = logTail
  }
}

/** Whether an unknown thrown value is a system error with this code, such as `ENOENT`. */
export const isSystemError = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  codes.includes(error.code)
