import type { ComputeSize, PostgresEngine } from '@plinth/contract'
import type { ArchiverStatus, LogCursor, LogRecord, Progress, TcpAccess } from '@plinth/postgres'
import type { ClientConfig } from 'pg'
import type { Functions } from '#app/engine/functions/functions.ts'
import type { DiskUse } from './disk-usage.ts'
import type { EngineSample } from './sampling.ts'
import type { Lease } from './companion-keeper.ts'
import type { RestSettings } from './postgrest-config.ts'

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
  readonly rest: RestSettings
  readonly access: TcpAccess
  /** Null: as many as suit its size. */
  readonly maxConnections: number | null
  /** What the gateway signs with towards the data API, which believes nothing else. */
  readonly gatewayKey: string
}

/** `editor` works as the owner's role, `readOnly` may only read, `monitor` sees statistics. */
export type ConnectAs = 'editor' | 'readOnly' | 'monitor'

export type Observed =
  | {
      readonly state: 'running'
      readonly pid: number
      readonly port: number
      /** It has crashed several times in the last minutes, and may again. */
      readonly keepsCrashing: boolean
    }
  | { readonly state: 'stopped' }
  | { readonly state: 'crashed' | 'failed'; readonly log: readonly string[] }

export type LogRead = {
  readonly records: readonly LogRecord[]
  /** Where to go on the next time. */
  readonly cursor: LogCursor | undefined
}

export type EngineVersion = { readonly postgresEngine: PostgresEngine; readonly version: string }

export type EngineEvent = {
  readonly ref: string
  /** `shaky`: it runs, and keeps crashing. */
  readonly state: 'running' | 'crashed' | 'failed' | 'shaky'
}

export type EngineBackup = {
  readonly name: string
  /** What asked for it. */
  readonly reason: string
  /** The first moment it can bring back. */
  readonly finishedAt: Date
  readonly bytes: number
  readonly serverVersion: string
  /** The version that it brings back. */
  readonly postgresEngine: PostgresEngine
}

type StageOptions = {
  /** Whose archive it comes from: the project's own, or another's for a copy. */
  readonly sourceRef: string
  readonly name?: string | undefined
  readonly moment?: Date | undefined
  readonly onProgress?: Progress
  readonly signal: AbortSignal
}

/** What came of trying a backup, which is named: another may have been taken meanwhile. */
export type VerifiedBackup = { readonly name: string } & (
  | { readonly outcome: 'passed'; readonly detail: string }
  | { readonly outcome: 'failed'; readonly error: unknown }
)

/** Backups of projects, on a path of their own, and what is made from them. A restore never works in place. */
export type Archives = {
  /** Makes the archive's folders; answers with where it lies. */
  readonly prepare: (placement: Placement) => Promise<string>
  /** Brings everything committed so far into the archive; answers with the moment. */
  readonly archiveNow: (placement: Placement) => Promise<Date>
  /** The same, where anything was written since. */
  readonly noteIfWritten: (placement: Placement) => Promise<void>
  /** Complete or not at all; the moment of its end can be recovered then. */
  readonly backup: (
    placement: Placement,
    options: {
      readonly name: string
      readonly signal: AbortSignal
      readonly onProgress?: Progress
    },
  ) => Promise<void>
  readonly backups: (ref: string) => Promise<readonly EngineBackup[]>
  readonly recoverable: (ref: string) => Promise<{ earliest: Date; latest: Date } | undefined>
  /** A restore has begun a new timeline, which no backup leads on to yet. */
  readonly needsBackup: (ref: string) => Promise<boolean>
  readonly status: (placement: Placement) => Promise<ArchiverStatus>
  /** Makes a stopped cluster from a backup, beside the project; answers with its version, which may be an older one. */
  readonly stage: (placement: Placement, options: StageOptions) => Promise<PostgresEngine>
  /** Puts the staged cluster in the project's place; what stood there is kept. */
  readonly swapIn: (ref: string) => Promise<void>
  /** Puts everything back as it was before `stage`; answers with the version of what stands there. */
  readonly swapBack: (ref: string) => Promise<PostgresEngine | undefined>
  /** The superuser's password in what was swapped in, until it is set to the project's own. */
  readonly stagedPassword: (ref: string) => Promise<string | undefined>
  /** The swap stays: the replaced cluster goes under this name, to be dropped days later. */
  readonly settle: (ref: string, keptAs: string, now: Date) => Promise<void>
  /**
   * Restores the newest backup where nobody sees it and reads all of it; undefined without one.
   * @throws where it could not be tried at all
   */
  readonly verifyNewest: (placement: Placement) => Promise<VerifiedBackup | undefined>
  /** What a backup holds as SQL, written as it is read; it begins once the backup is restored out of sight. */
  readonly asSql: (placement: Placement, name: string) => ReadableStream<Uint8Array>
  readonly prune: (ref: string, keepSince: Date) => Promise<void>
  /** Drops what restores and upgrades have put aside before this. */
  readonly dropReplaced: (
    ref: string,
    keepSince: Readonly<Record<'replaced' | 'upgraded', Date>>,
  ) => Promise<void>
  /** Everything kept of a project, for good. */
  readonly remove: (ref: string) => Promise<void>
}

/** The way of a stopped project to another major version, beside it: `Archives` puts what it made in place. */
export type Upgrades = {
  /** What keeps a running project from it; each names an object. */
  readonly obstacles: (placement: Placement, to: PostgresEngine) => Promise<readonly string[]>
  /** An empty server of the new version, which runs. */
  readonly launch: (placement: Placement, to: PostgresEngine) => Promise<void>
  /** Stops it; its files stay. */
  readonly detach: (ref: string) => Promise<void>
  /** Moves everything into it and compares. The project's own files stay as they are. */
  readonly move: (placement: Placement, options: UpgradeMove) => Promise<void>
  /** Reads all of what was moved: every index against its order, every table against its pages. */
  readonly check: (placement: Placement, options: UpgradeCheck) => Promise<void>
}
export type UpgradeMove = {
  readonly to: PostgresEngine
  readonly now: Date
  readonly signal: AbortSignal
  readonly onProgress?: Progress
}
type UpgradeCheck = Omit<UpgradeMove, 'now'>

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
  /** Makes a running project take connections as its placement says from now on. */
  readonly applyAccess: (placement: Placement) => Promise<void>
  /** Passwords of every role, and the parameters of its size. `ownerVerifier` is a SCRAM verifier. */
  readonly secure: (placement: Placement, ownerVerifier: string | undefined) => Promise<void>
  /**
   * Brings up what stands beside Postgres, the data API, and resolves once it answers. Other settings
   * than before are taken over without an interruption; where that fails, what ran goes on.
   */
  readonly serve: (placement: Placement) => Promise<void>
  /** False where no data API is installed for this system. */
  readonly offersRest: boolean
  /** Whether a process of it runs; `probeRest` asks that process. */
  readonly isRestOnline: (ref: string) => boolean
  readonly probeRest: (ref: string, timeoutMs: number) => Promise<boolean>
  /** Where to send one request for the data API; to be released when it is over. */
  readonly leaseRest: (ref: string) => Lease | undefined
  /** The same for GraphQL, which the first request brings up. @throws where it does not come up */
  readonly leaseGraphql: (ref: string) => Promise<Lease | undefined>
  /** Ends its processes; its edge functions, which hold nothing of the database, may stay. */
  readonly stop: (ref: string, options?: { readonly keepFunctions?: boolean }) => Promise<void>
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
  /** Ends the sessions that are writing, and says how many there were. */
  readonly endWriters: (placement: Placement) => Promise<number>
  readonly connection: (placement: Placement, as: ConnectAs) => ClientConfig
  /** The newest lines of its server log, oldest first. */
  readonly logTail: (ref: string, lines: number) => Promise<readonly string[]>
  /** What its server logged after this place, oldest first, and of that so many bytes at most. */
  readonly readServerLog: (
    ref: string,
    from: { readonly after: LogCursor | undefined; readonly maxBytes: number },
  ) => Promise<LogRead>
  /** Drops the oldest of it beyond these bytes; answers with the files that went. */
  readonly pruneServerLog: (
    ref: string,
    keepBytes: number,
  ) => Promise<readonly { readonly file: string; readonly bytes: number }[]>
  /** Told each line that the data API of a project says. */
  readonly onRestLine: (listener: (ref: string, line: string) => void) => void
  /** Edge functions; asking for one says so where nothing here can run them. */
  readonly functions: Functions
  readonly archives: Archives
  readonly upgrades: Upgrades
  readonly onEvent: (listener: (event: EngineEvent) => void) => void
  /** Projects this engine holds files of. */
  readonly heldRefs: () => Promise<readonly string[]>
  /** Projects that have a process here, watched or left over. */
  readonly liveRefs: () => Promise<readonly string[]>
  /** Stops every project; the platform is going away. */
  readonly close: () => Promise<void>
}
