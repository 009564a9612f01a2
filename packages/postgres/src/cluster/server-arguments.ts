import { createHash } from 'node:crypto'
import { clusterPaths } from './paths.ts'

type ArgumentOptions = {
  clusterDir: string
  port: number
  listen: string
  settings: Readonly<Record<string, string>>
}

/** The command line of a postmaster. What stands here cannot be changed from inside the database. */
export function serverArguments({ clusterDir, port, listen, settings }: ArgumentOptions): string[] {
  const { dataDir, socketDir, logDir } = clusterPaths(clusterDir)
  const all = {
    ...settings,
    port: String(port),
    listen_addresses: listen,
    // a list whose entries are told apart by commas, unless they are quoted
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    logging_collector: 'on',
    log_destination: 'jsonlog',
    log_directory: logDir,
    log_filename: 'postgresql-%Y%m%d-%H%M%S.log',
    log_rotation_size: '10MB',
    log_rotation_age: '1d',
    log_file_mode: '0600',
    // what comes before the collector runs is plain text: %e lets us match its code, not its words
    log_line_prefix: '%m [%p] %e ',
    // the supervisor reads the log, so it must not speak the machine's language
    lc_messages: 'C',
    // shows in the process titles, which is how orphans are told apart where there is no /proc
    cluster_name: clusterName(clusterDir),
  }
  return [
    '-D',
    dataDir,
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/** A short name for a cluster's folder, the same at every start. */
export const clusterName = (clusterDir: string): string =>
  `plinth-${createHash('sha256').update(clusterPaths(clusterDir).dataDir).digest('hex').slice(0, 10)}`
