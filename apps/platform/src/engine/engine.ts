import type { ComputeSize, PostgresEngine } from '@plinth/contract'
import type { ClientConfig } from 'pg'
import type { DiskUse } from './disk-usage.ts'
import type { EngineSample } from './sampling.ts'

/** Passwords of a project's own roles; the owner's is known to nobody but as a verifier inside Postgres. */
export type ProjectSecrets = {
  readonly admin: string
  readonly editor: string
  readonly readOnly: string
  readonly monitor: string
  readonly authenticator: string
  readonly jwtSecret: string
}

/** Everything the engine needs to know of a project; nothing of it is looked up. */
export type Placement = {
  readonly ref: string
  readonly osUid: number
  readonly port: number
  readonly postgresEngine: PostgresEngine
  readonly size: ComputeSize
  readonly secrets: ProjectSecrets
}

/** `editor` works as the owner's role, `readOnly` may only read, `monitor` sees statistics. */
export type ConnectAs = 'editor' | 'readOnly' | 'monitor'

export type Observed =
  | { readonly state: 'running'; readonly pid: number; readonly port: number }
  | { readonly state: 'stopped' }
  | { readonly state: 'crashed' | 'failed'; readonly log: readonly string[] }

export type EngineVersion = { readonly postgresEngine: PostgresEngine; readonly version: string }

export type EngineEvent = {
  readonly ref: string
  readonly state: 'running' | 'crashed' | 'failed'
}

/**
 * What runs projects. Every call is named by its project and safe to repeat: asked again after a
 * crash it finishes what was begun or finds it done. Cut so that an engine which runs projects
 * somewhere else can stand in its place.
 */
export type Engine = {
  readonly versions: () => readonly EngineVersion[]
  /** Makes what the first project of each version would otherwise wait for. */
  readonly warmUp: () => Promise<void>
  /** Memory a project can have here, in MiB. */
  readonly capacityMb: number
  /** A data directory from the template. */
  readonly provision: (placement: Placement) => Promise<void>
  /** Starts it, or finds it running; the port may be another than asked for. */
  readonly start: (placement: Placement) => Promise<{ readonly port: number }>
  /** Passwords of every role, and the parameters of its size. `ownerVerifier` is a SCRAM verifier. */
  readonly secure: (placement: Placement, ownerVerifier: string | undefined) => Promise<void>
  readonly stop: (ref: string) => Promise<void>
  /** Ends its processes and removes its files. */
  readonly destroy: (ref: string) => Promise<void>
  readonly observe: (ref: string) => Observed
  /** What its processes have used; undefined while it does not run. */
  readonly sample: (ref: string) => Promise<EngineSample | undefined>
  readonly diskUsage: (ref: string) => Promise<DiskUse>
  /** What is left of the disk that projects lie on. */
  readonly freeDiskBytes: () => Promise<number>
  readonly isReadOnly: (ref: string) => Promise<boolean>
  /** Lets a running project's transactions only read, or write again. */
  readonly setReadOnly: (placement: Placement, shouldBe: boolean) => Promise<void>
  readonly connection: (placement: Placement, as: ConnectAs) => ClientConfig
  /** The newest lines of its server log, oldest first. */
  readonly logTail: (ref: string, lines: number) => Promise<readonly string[]>
  readonly onEvent: (listener: (event: EngineEvent) => void) => void
  /** Projects this engine holds files of. */
  readonly heldRefs: () => Promise<readonly string[]>
  /** Stops every project; the platform is going away. */
  readonly close: () => Promise<void>
}
