import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { FileFacts, FileJob } from './file-work.ts'
import type { Batch, BatchDone } from './file-worker.ts'
import { isForeign, type OsUser } from '#postgres/cluster/os-user.ts'
import { ClusterError } from '#postgres/errors.ts'

const MOST = Math.min(4, availableParallelism())
// small enough to share out a folder of large files evenly, large enough that sending costs nothing
const BATCH = 32
const IDLE_MS = 10_000

const idle: { readonly worker: Worker; readonly timer: NodeJS.Timeout }[] = []

/**
 * Reads files to their end in threads of their own, several at once, copying those that say where to.
 * Answers in their order, with nothing where a file is not there. The first failure ends it, after what
 * has begun.
 */
export async function readFiles(
  jobs: readonly FileJob[],
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<(FileFacts | undefined)[]> {
  const facts: (FileFacts | undefined)[] = []
  let next = 0
  let failed = false
  async function help() {
    const worker = take()
    try {
      while (next < jobs.length && !failed) {
        if (signal?.aborted) throw new ClusterError('ABORTED', 'The work on files was aborted')
        const at = next
        next += BATCH
        const done = await send(worker, { jobs: jobs.slice(at, at + BATCH) })
        done.forEach((each, index) => (facts[at + index] = each))
      }
      giveBack(worker)
    } catch (error) {
      failed = true
      await worker.terminate()
      throw error
    }
  }
  const helpers = Array.from({ length: Math.min(MOST, Math.ceil(jobs.length / BATCH)) }, help)
  const failure = (await Promise.allSettled(helpers)).find(({ status }) => status === 'rejected')
  if (failure?.status === 'rejected') throw failure.reason
  return facts
}

/** Whose the copies of a cluster's files are. */
export const ownedBy = (user: OsUser): Pick<FileJob, 'owner'> =>
  isForeign(user) ? { owner: { uid: user.uid, gid: user.gid } } : {}

function take(): Worker {
  const known = idle.pop()
  if (!known) return new Worker(new URL('file-worker.ts', import.meta.url))
  clearTimeout(known.timer)
  known.worker.ref()
  return known.worker
}

/** Kept for a while: what follows a backup is often another look at its files. */
function giveBack(worker: Worker) {
  worker.unref()
  const entry = {
    worker,
    timer: setTimeout(() => {
      idle.splice(idle.indexOf(entry), 1)
      void worker.terminate()
    }, IDLE_MS).unref(),
  }
  idle.push(entry)
}

function send(worker: Worker, batch: Batch): Promise<readonly (FileFacts | undefined)[]> {
  return new Promise((resolve, reject) => {
    const heard = (done: BatchDone) => {
      worker.off('error', reject).off('exit', ended)
      if ('facts' in done) resolve(done.facts)
      else reject(Object.assign(new Error(done.failure.message), { code: done.failure.code }))
    }
    const ended = () => reject(new Error('A thread that reads files ended by itself'))
    worker.once('message', heard).once('error', reject).once('exit', ended)
    worker.postMessage(batch)
  })
}
