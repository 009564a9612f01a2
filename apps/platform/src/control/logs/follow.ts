import type { LogCursor } from '@plinth/postgres'
import type { Deps } from '#app/base/deps.ts'
import type { Engine } from '#app/engine/engine.ts'
import { isAboutData } from '#app/logs/insert.ts'
import { readBytes, readingBudget } from './reading-budget.ts'
import { isOurTrial, rowOfRecord, rowOfRestLine } from './server-rows.ts'

const LOOK_MS = 1_000
const PRUNE_MS = 5_000
// of each project's server log on disk; what is read is kept elsewhere
const KEEP_BYTES = 20 * 1024 * 1024

type Options = Pick<Deps, 'logs' | 'log' | 'clock'> & {
  readonly engine: Engine
  readonly keepBytes?: number
}

/** Brings what the servers of the projects here say into the store of logs. */
export function createLogFollower({ engine, logs, log, clock, keepBytes = KEEP_BYTES }: Options) {
  const cursors = new Map<string, LogCursor | undefined>()
  const budget = readingBudget()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let prunedMs = 0

  engine.onRestLine((ref, line) =>
    logs.write('postgrest_logs', [rowOfRestLine(ref, line, clock())]),
  )

  async function readOn(ref: string) {
    const maxBytes = budget.of(ref, performance.now())
    if (maxBytes === 0) return
    const after = cursors.has(ref) ? cursors.get(ref) : await logs.cursorOf(ref)
    const { records, cursor } = await engine.readServerLog(ref, { after, maxBytes })
    const moved = cursor && (cursor.file !== after?.file || cursor.offset !== after.offset)
    if (moved) {
      const rows = records
        .filter((record) => !isOurTrial(record))
        .map((record) => rowOfRecord(ref, record, clock()))
      await logs.keepRead(ref, { rows, cursor }).catch((error: unknown) => {
        if (!isAboutData(error)) throw error
        // one line that does not fit must not end the reading: the queue finds it and lets it go alone
        logs.write('postgres_logs', rows)
        return logs.keepRead(ref, { rows: [], cursor })
      })
    }
    budget.spend(ref, readBytes(after, cursor))
    cursors.set(ref, cursor)
  }

  /** Old files go, read or not: a server that talks without end must not fill the disk. */
  async function prune(ref: string) {
    const removed = await engine.pruneServerLog(ref, keepBytes)
    const read = cursors.get(ref)
    const isUnread = ({ file, bytes }: { file: string; bytes: number }) =>
      !read || file > read.file || (file === read.file && bytes > read.offset)
    if (!removed.some(isUnread)) return
    logs.write('postgres_logs', [
      {
        project_ref: ref,
        at: clock().getTime(),
        event_message:
          'Lines of the server log are missing here: they came faster than they could be read',
        error_severity: 'WARNING',
      },
    ])
  }

  async function look() {
    const nowMs = clock().getTime()
    const isPruning = nowMs - prunedMs >= PRUNE_MS
    if (isPruning) prunedMs = nowMs
    const refs = await engine.heldRefs()
    for (const ref of cursors.keys()) {
      if (refs.includes(ref)) continue
      cursors.delete(ref)
      budget.forget(ref)
    }
    for (const ref of refs) {
      try {
        await readOn(ref)
        if (isPruning) await prune(ref)
      } catch (error) {
        log.warn({ err: error, ref }, "a project's server log was not read")
      }
    }
  }

  const lookOnce = () => (looking ??= look().finally(() => (looking = undefined)))

  return {
    start() {
      timer = setInterval(() => {
        lookOnce().catch((error: unknown) => log.warn({ err: error }, 'server logs were not read'))
      }, LOOK_MS).unref()
    },
    /** What the timer does, for those who cannot wait for it. */
    look: lookOnce,
    async stop() {
      clearInterval(timer)
      // the last words of a server that was just stopped
      await lookOnce().catch(() => undefined)
    },
  }
}
