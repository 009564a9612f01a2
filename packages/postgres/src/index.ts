export { ClusterError, type ClusterErrorCode } from './errors.ts'
export { findEngine, type Engine, type EngineMajor } from '#postgres/cluster/engine.ts'
export { templateUser, type OsUser } from '#postgres/cluster/os-user.ts'
export { assertTraversable } from '#postgres/cluster/traversable.ts'
export { prepareTemplate, sweepTemplates, type Template } from '#postgres/cluster/template.ts'
export { provisionCluster, provisionDataDir, removeCluster } from '#postgres/cluster/provision.ts'
export { clusterPaths, type ClusterPaths } from '#postgres/cluster/paths.ts'
export { startCluster, type StartOptions } from '#postgres/cluster/start.ts'
export { type Cluster, type ClusterExit, type StopOptions } from '#postgres/cluster/cluster.ts'
export { adoptCluster } from '#postgres/cluster/adopt.ts'
export { endOrphans, findClustersUnder } from '#postgres/cluster/orphans.ts'
export { freePort, isPortFree } from '#postgres/cluster/free-port.ts'
export { settingsFor, type ComputeShare } from '#postgres/cluster/settings.ts'
export { adminRole, type TcpAccess } from '#postgres/cluster/pg-hba.ts'
export {
  accessSettings,
  reloadAccess,
  type ServerIdentity,
  writeAccess,
} from '#postgres/cluster/access.ts'
export {
  adminConnection,
  pinnedOptions,
  type SocketTarget,
  withAdmin,
  withClient,
} from '#postgres/connection/admin.ts'
export { createPool } from '#postgres/connection/pool.ts'
export {
  randomPassword,
  rotateAdminPassword,
  scramVerifier,
  setRolePasswords,
} from '#postgres/connection/password.ts'
export { loadParser, SqlSyntaxError, type Statement, statements } from '#postgres/sql/statements.ts'
export { cancelBackend } from '#postgres/sql/cancel.ts'
export { loadTypeNames, typeNameOf } from '#postgres/sql/type-names.ts'
export { queryTraits, type QueryTraits } from '#postgres/sql/query-traits.ts'
export { AnswerTooLong, readRows, type RowsRead } from '#postgres/sql/read-rows.ts'
export { runText, type TextResult, type TextStatement } from '#postgres/sql/run-text.ts'
export { textResultStream, writeTextResult } from '#postgres/sql/text-result-stream.ts'
export type {
  StatementEnd,
  TextColumn,
  TextError,
  TextNotice,
  TextOptions,
} from '#postgres/sql/text-types.ts'
export { watchSessionCrashes } from '#postgres/cluster/session-crashes.ts'
export {
  type SupervisedState,
  superviseCluster,
  type Supervisor,
} from '#postgres/cluster/supervise.ts'
export { type ProcessSample, sampleProcesses } from '#postgres/cluster/sample.ts'
export {
  type Column,
  listTables,
  type RelationKind,
  type Relationship,
  type Table,
} from '#postgres/introspect/tables.ts'
export {
  type CompletionSchema,
  listSchemas,
  type Schema,
  schemaForCompletion,
} from '#postgres/introspect/schemas.ts'
export { activity, databaseSize, serverVersion, type Session } from '#postgres/introspect/server.ts'
export { readRecentLog as clusterLogTail } from '#postgres/cluster/log-tail.ts'
export { type LogCursor, type LogRecord, pruneLogs, readLog } from '#postgres/cluster/logs.ts'
export { resetAdminPassword } from '#postgres/cluster/peer-access.ts'
export {
  archiveNow,
  type ArchivePaths,
  archivePaths,
  type ArchiverStatus,
  archiverStatus,
  archiveSettings,
  prepareArchive,
  type RecoverablePoint,
} from '#postgres/backup/archive.ts'
export { baseBackup } from '#postgres/backup/base-backup.ts'
export {
  type BackupFile,
  type BackupManifest,
  readManifest,
  verifyBackup,
} from '#postgres/backup/manifest.ts'
export {
  backupFor,
  lastTimeline,
  type Line,
  noteLine,
  readLines,
  type StartingPoint,
} from '#postgres/backup/lines.ts'
export { restoreBackup, type Restored } from '#postgres/backup/restore.ts'
export { type Backup, listBackups } from '#postgres/backup/list-backups.ts'
export { archivedRange, pruneArchive, type RecoverableRange } from '#postgres/backup/retention.ts'
export { upgradeCluster } from '#postgres/move/upgrade-cluster.ts'
export { moveObstacles } from '#postgres/move/obstacles.ts'
export { sqlDump } from '#postgres/move/sql-dump.ts'
export { READING } from '#postgres/move/upgrade-cluster.ts'
export type { Progress } from '#postgres/progress.ts'
