/** Why code cannot run, in words for who wrote it. */
export class FunctionUnfit extends Error {}

/**
 * Why a function takes no request now: it does too much already, the machine has no room for it, it
 * keeps ending and has to wait, it did not come up, its project does not run, or nothing here can run any.
 */
export type AwayReason = 'busy' | 'full' | 'crashing' | 'unfit' | 'resting' | 'unavailable'

export class FunctionAway extends Error {
  readonly reason: AwayReason
  readonly retryAfterSeconds: number

  constructor(reason: AwayReason, retryAfterSeconds = 1) {
    super(`The function is away: ${reason}`)
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export type SourceFile = { readonly path: string; readonly content: Buffer }
export type User = { readonly uid: number; readonly gid: number }

/** A function's files where its process finds them, with everything they import. */
export type Bundle = {
  readonly dir: string
  readonly codeDir: string
  readonly denoDir: string
  readonly entry: string
  readonly importMap: string | undefined
}

/** What a function's own database is called inside it. Nobody else knows the name. */
export const DATABASE_HOST = 'database.internal'

/** One deployment of a function, as the engine is asked for it. */
export type FunctionSpec = {
  readonly ref: string
  readonly osUid: number
  readonly id: string
  readonly slug: string
  readonly version: number
  readonly entrypoint: string
  /** Differs where its process has to be another: after a deployment, or with other secrets. */
  readonly stamp: string
}

/** What is looked up only when a process starts. */
export type FunctionSource = {
  readonly files: readonly SourceFile[]
  readonly env: Readonly<Record<string, string>>
  /** The project's own address. */
  readonly url: string
}

export type EndReason = 'idle' | 'replaced' | 'stopped' | 'memory' | 'blocked' | 'crashed'

export type End = {
  readonly reason: EndReason
  /** The signal or exit code. */
  readonly how: string
  readonly ranMs: number
}

export type FunctionEvent = {
  readonly ref: string
  readonly id: string
  readonly slug: string
  readonly version: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly type: 'Log' | 'Boot' | 'BootFailure' | 'UncaughtException' | 'Shutdown'
  readonly level: 'log' | 'info' | 'warning' | 'error' | 'debug'
  readonly text: string
  /** The request it was said in. */
  readonly execution?: string | undefined
  readonly metadata?: Readonly<Record<string, string | number>>
}

/** The right to send one request; the process stays until it is given back. */
export type FunctionLease = {
  readonly socketPath: string
  readonly release: () => void
  /** Resolves when the process has ended, with why. */
  readonly ended: Promise<End>
}
