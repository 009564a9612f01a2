// A thread of its own: reading a large database would keep the platform from answering anybody.
import { parentPort } from 'node:worker_threads'
import { type FileFacts, type FileJob, sharedBy, workOn } from './file-work.ts'

/** What a worker is sent, and what it sends back. */
export type Batch = { readonly jobs: readonly FileJob[]; readonly memory: SharedArrayBuffer }
export type BatchDone =
  | { readonly facts: readonly (readonly [at: number, facts: FileFacts | undefined])[] }
  // an error sent as it is would lose its code
  | { readonly failure: { readonly message: string; readonly code: string | undefined } }

parentPort?.on('message', ({ jobs, memory }: Batch) => {
  const answer = (done: BatchDone) => parentPort?.postMessage(done)
  const shared = sharedBy(memory)
  try {
    const facts: [number, FileFacts | undefined][] = []
    for (;;) {
      const at = shared.next()
      const job = jobs[at]
      if (!job || shared.isStopped()) return answer({ facts })
      facts.push([at, workOn(job, shared)])
    }
  } catch (error) {
    const { message, code }: { message?: string; code?: string } = Object(error)
    answer({ failure: { message: message ?? String(error), code } })
  }
})
