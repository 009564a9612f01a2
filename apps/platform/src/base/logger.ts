import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { destination, type Logger, pino } from 'pino'

// a line a request would be a write a request
const FLUSH_MS = 500

type Options = {
  readonly level: string
  readonly to: 'file' | 'stdout'
  readonly dataDir: string
}

/** Structured logs: one JSON object a line, secrets taken out. */
export function createLogger({ level, to, dataDir }: Options): { log: Logger; file: string } {
  const file = join(dataDir, 'logs', 'platform.jsonl')
  if (to === 'file') mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o700 })
  const target =
    to === 'file'
      ? destination({ dest: file, sync: false, minLength: 4096, periodicFlush: FLUSH_MS })
      : destination(1)
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['password', '*.password', '*.secret', '*.token', '*.authorization', '*.cookie'],
        censor: '[secret]',
      },
    },
    target,
  )
  return { log, file }
}
