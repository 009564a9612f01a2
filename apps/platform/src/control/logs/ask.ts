import { LOG_QUERY_LIMITS, type LogQueryAnswer, type LogQueryError } from '@plinth/contract'
import { AnswerTooLong, loadParser } from '@plinth/postgres'
import pg from 'pg'
import { AppError } from '#app/base/app-error.ts'
import type { ProjectRow } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { TookTooMuch } from '#app/logs/ask.ts'
import { complaintAbout, failure } from './dialect.ts'
import { keepDaysOf } from './retention.ts'
import { asJson } from './rows.ts'

const HOUR_MS = 60 * 60_000

export type AskDeps = Pick<Deps, 'db' | 'logs' | 'log' | 'clock' | 'publicUrl'>
type Question = { readonly sql: string; readonly start?: Date; readonly end?: Date }
type Asker = (project: ProjectRow, question: Question) => Promise<LogQueryAnswer>

/** SQL over a project's logs: what the text gets wrong is part of the answer. */
export const logQueries =
  ({ db, logs, log, clock, publicUrl }: AskDeps): Asker =>
  async (project, { sql, end = clock(), start = new Date(end.getTime() - HOUR_MS) }) => {
    await loadParser()
    const { ref } = project
    const complaint = complaintAbout(
      sql,
      (topic) => `${publicUrl}/project/${ref}/logs/explorer?help=${topic}`,
    )
    if (complaint) return refusal(complaint)
    try {
      const keepDays = await keepDaysOf({ db }, project)
      return { ...asJson(await logs.ask({ ref, sql, start, end, keepDays })), error: null }
    } catch (error) {
      const said = errorOf(error, sql)
      if (said) return refusal(said)
      if (error instanceof AppError) throw error
      log.error({ err: error, ref }, 'logs could not be asked')
      throw new AppError('LOGS_UNAVAILABLE', { cause: error })
    }
  }

const refusal = (error: LogQueryError): LogQueryAnswer => ({
  result: [],
  error,
  columns: [],
  truncated: false,
})

const TOO_LONG = `The answer is larger than ${LOG_QUERY_LIMITS.bytes / 1024 / 1024} MiB`
const TOO_MUCH = 'The query was ended because of the memory it took'
const TOO_SLOW = `The query was ended after ${LOG_QUERY_LIMITS.timeMs / 1000} seconds`

/** What the text itself is to blame for; undefined for everything else. */
function errorOf(error: unknown, sql: string): LogQueryError | undefined {
  if (error instanceof AnswerTooLong) {
    return failure({ message: TOO_LONG, hint: 'Select fewer columns or group the rows' })
  }
  if (error instanceof TookTooMuch) {
    return failure({
      message: TOO_MUCH,
      hint: 'Group into fewer rows, or choose a shorter time range',
    })
  }
  if (!(error instanceof pg.DatabaseError) || error.severity !== 'ERROR') return undefined
  const { code = null, message, hint = null, position } = error
  if (code === '57014') {
    return failure({ message: TOO_SLOW, sqlstate: code, hint: 'Choose a shorter time range' })
  }
  return failure({
    message,
    sqlstate: code,
    hint,
    // counted from 1 in characters
    position: position ? utf16Of(sql, Number(position) - 1) : null,
  })
}

const utf16Of = (text: string, characters: number) => [...text].slice(0, characters).join('').length
