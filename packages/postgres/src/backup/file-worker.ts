// A thread of its own: hashing a large database would keep the platform from answering anybody.
import { parentPort } from 'node:worker_threads'
import { type FileFacts, type FileJob, workOn } from './file-work.ts'

/** What a worker is sent, and what it sends back. */
export type Batch = { readonly jobs: readonly FileJob[] }
export type BatchDone =
  | { readonly facts: readonly (FileFacts | undefined)[] }
  // an error sent as it is would lose its code
  | { readonly failure: { readonly message: string; readonly code: string | undefined } }

parentPort?.on('message', ({ jobs }: Batch) => {
  const answer = (done: BatchDone) => parentPort?.postMessage(done)
  try {
    answer({ facts: jobs.map(workOn) })
  } catch (error) {
    const { message, code }: { message?: string; code?: string } = Object(error)
    answer({ failure: { message: message ?? String(error), code } })
  }
})
