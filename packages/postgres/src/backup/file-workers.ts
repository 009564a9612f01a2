import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type FileFacts, type FileJob, sharedBy } from './file-work.ts'
import type { BatchDone } from './file-worker.ts'
import { isForeign, type OsUser } from '#postgres/cluster/os-user.ts'
import { ClusterError } from '#postgres/errors.ts'

const MOST = Math.min(4, availableParallelism())
const IDLE_MS = 10_000
const LOOK_MS = 250

const idle: { readonly worker: Worker; readonly timer: NodeJS.Timeout }[] = []

type ReadOptions = {
  readonly signal?: AbortSignal | undefined
  /** Told now and then how many bytes have been read, and once at the end. */
  readonly onRead?: ((bytes: number) => void) | undefined
}

/**
 * Reads files to their end in threads of their own, several at once, copying those that say where to.
 * Answers in their order, with nothing where a file is not there. The first failure ends it, and so does
 * the signal, in the middle of a file as well.
 */
export async function readFiles(
  jobs: readonly FileJob[],
  { signal, onRead }: ReadOptions = {},
): Promise<(FileFacts | undefined)[]> {
  const facts: (FileFacts | undefined)[] = []
  const memory = new SharedArrayBuffer(16)
  const shared = sharedBy(memory)
  const stop = () => shared.stop()
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  const watch = onRead && setInterval(() => onRead(shared.bytes()), LOOK_MS)
  async function help() {
    const worker = take()
    try {
      // all of them go to each, and each takes the next that nobody has
      for (const [at, one] of await send(worker, jobs, memory)) facts[at] = one
      giveBack(worker)
    } catch (error) {
      stop()
      await worker.terminate()
      throw error
    }
  }
  try {
    const helpers = Array.from({ length: Math.min(MOST, jobs.length) }, help)
    const failure = (await Promise.allSettled(helpers)).find(({ status }) => status === 'rejected')
    if (failure?.status === 'rejected') throw failure.reason
  } finally {
    clearInterval(watch)
    signal?.removeEventListener('abort', stop)
  }
  if (signal?.aborted) throw new ClusterError('ABORTED', 'The work on files was aborted')
  onRead?.(shared.bytes())
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

function send(worker: Worker, jobs: readonly FileJob[], memory: SharedArrayBuffer) {
  return new Promise<Extract<BatchDone, { facts: unknown }>['facts']>((resolve, reject) => {
    const heard = (done: BatchDone) => {
      worker.off('error', reject).off('exit', ended)
      if ('facts' in done) resolve(done.facts)
      else reject(Object.assign(new Error(done.failure.message), { code: done.failure.code }))
    }
    const ended = () => reject(new Error('A thread that reads files ended by itself'))
    worker.once('message', heard).once('error', reject).once('exit', ended)
    worker.postMessage({ jobs, memory })
  })
}
