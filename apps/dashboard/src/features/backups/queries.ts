import type { Operation } from '@plinth/contract'
import { api } from '#app/api/client.ts'
import { pollUntil } from '#app/api/poll-until.ts'
import { MINUTE, SECOND } from '#app/lib/time.ts'

/** How far back one can go moves on by itself, so an open page asks now and then. */
export const backupsOptions = (ref: string) =>
  api.backups.list.queryOptions({ input: { ref }, refetchInterval: MINUTE })

const isOver = (operations: readonly Operation[]) => operations[0]?.finished_at !== null

/** The newest operation, which may be a backup: pushed, and asked for while it runs. */
export const newestOperationOptions = (ref: string) =>
  api.operations.list.queryOptions({
    input: { ref, limit: 1 },
    refetchInterval: pollUntil(isOver, 4 * SECOND),
  })
