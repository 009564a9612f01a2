import type { PostgresEngine } from '@plinth/contract'
import type { Engine as Postgres, OsUser } from '@plinth/postgres'
import type { ArchiveFolders } from './archive-folders.ts'
import type { Placement } from './engine.ts'
import type { Turns } from './turns.ts'

/** Where the embedded engine's clusters lie and how they are run: what backups, restores and upgrades share. */
export type Clusters = {
  readonly folders: ArchiveFolders
  /** Beside the projects, so that a finished cluster takes its place with one rename. */
  readonly stagingDir: string
  readonly cacheDir: string
  readonly clusterDirOf: (ref: string) => string
  readonly userOf: (placement: Placement) => OsUser
  readonly postgresOf: (version: PostgresEngine) => Promise<Postgres>
  readonly settingsOf: (placement: Placement) => Record<string, string>
  readonly portOf: (placement: Placement) => number
}

/** What makes copies that nobody sees: each is a whole database beside the others, so they take turns. */
export type Copies = Clusters & { readonly turn: Turns }
