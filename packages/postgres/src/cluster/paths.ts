import { join, resolve } from 'node:path'
import { ClusterError } from '#postgres/errors.ts'

/** Where the parts of one cluster lie. */
export type ClusterPaths = {
  readonly dataDir: string
  readonly socketDir: string
  readonly logDir: string
  /** What the server prints before its log collector runs; outside the folders the server may write to. */
  readonly startLog: string
}

/** The layout of a cluster's folder. */
export function clusterPaths(clusterDir: string): ClusterPaths {
  const dir = resolve(clusterDir)
  return {
    dataDir: join(dir, 'data'),
    socketDir: join(dir, 'socket'),
    logDir: join(dir, 'log'),
    startLog: join(dir, 'start.log'),
  }
}

// sun_path holds 108 bytes on Linux and 104 on the BSDs, one of them the closing zero
const socketPathBytes = process.platform === 'linux' ? 107 : 103

/** Throws `SOCKET_PATH_TOO_LONG` when the Unix socket of this cluster could not be opened. */
export function assertSocketPath(clusterDir: string, port: number): void {
  const path = join(clusterPaths(clusterDir).socketDir, `.s.PGSQL.${port}`)
  const bytes = Buffer.byteLength(path)
  if (bytes <= socketPathBytes) return
  throw new ClusterError(
    'SOCKET_PATH_TOO_LONG',
    `The socket path ${path} has ${bytes} bytes, ${socketPathBytes} are possible. ` +
      'Choose a data folder with a shorter path',
  )
}
