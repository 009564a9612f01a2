import { clusterPaths } from '@plinth/postgres'
import type { ClientConfig } from 'pg'
import type { ConnectAs, Placement } from './engine.ts'

const ROLES = { editor: 'plinth_editor', readOnly: 'plinth_read_only', monitor: 'plinth_monitor' }

/** How the platform itself comes into a project: over the Unix socket, never as the superuser. */
export function connectionFor(
  { clusterDir, placement }: { clusterDir: string; placement: Placement },
  as: ConnectAs,
): ClientConfig {
  return {
    host: clusterPaths(clusterDir).socketDir,
    port: placement.port,
    user: ROLES[as],
    password: placement.secrets[as],
    database: 'postgres',
    ssl: false,
    application_name: 'plinth-dashboard',
  }
}
