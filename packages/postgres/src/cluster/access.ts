import { chmod, chown, mkdir, rename, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SocketTarget, withAdmin } from '#postgres/connection/admin.ts'
import { ClusterError } from '#postgres/errors.ts'
import type { Cluster } from './cluster.ts'
import { isForeign, type OsUser } from './os-user.ts'
import { hostBasedAuthenticationFor, type TcpAccess } from './pg-hba.ts'

/** What a server shows to who connects with TLS: a certificate and its key, both PEM. */
export type ServerIdentity = { readonly certificate: string; readonly key: string }

// beside the data, so that a restore, which replaces the data, leaves the ways in as they are
const filesOf = (clusterDir: string) => {
  const dir = join(resolve(clusterDir), 'access')
  return {
    dir,
    rules: join(dir, 'pg_hba.conf'),
    certificate: join(dir, 'server.crt'),
    key: join(dir, 'server.key'),
  }
}

type WriteOptions = {
  readonly clusterDir: string
  readonly user?: OsUser
  readonly access: TcpAccess
  /** Asked for where the cluster has none yet. */
  readonly identify?: (() => Promise<ServerIdentity>) | undefined
}

/** Writes who may connect over TCP, and once the identity for TLS. A server that runs has to be told by `reloadAccess`. */
export async function writeAccess({ clusterDir, user, access, identify }: WriteOptions) {
  const files = filesOf(clusterDir)
  await mkdir(files.dir, { recursive: true, mode: 0o755 })
  if (identify && !existsSync(files.certificate)) {
    const { certificate, key } = await identify()
    await replace(files.key, key, user)
    // last: where it stands, both do
    await replace(files.certificate, certificate, user)
  }
  await replace(files.rules, hostBasedAuthenticationFor(access), user)
}

/** The settings that make a server use what `writeAccess` wrote; none where it wrote nothing yet. */
export function accessSettings(clusterDir: string): Record<string, string> {
  const { rules, certificate, key } = filesOf(clusterDir)
  return {
    ...(existsSync(rules) && { hba_file: rules }),
    ...(existsSync(certificate) && {
      ssl: 'on',
      ssl_cert_file: certificate,
      ssl_key_file: key,
      ssl_min_protocol_version: 'TLSv1.2',
    }),
  }
}

const PATIENCE_MS = 5_000

/**
 * Makes a running server take over what was written, and resolves once new connections are judged by it.
 * @throws ClusterError `RELOAD_FAILED` where the server did not take it over
 */
export async function reloadAccess(cluster: Cluster, target: SocketTarget): Promise<void> {
  const loadedAt = () =>
    withAdmin(target, async (client) => {
      // a new session has the moment from the postmaster, which is the one that judges connections
      const { rows } = await client.query<{ at: string }>('select pg_conf_load_time()::text as at')
      return rows[0]?.at
    })
  const before = await loadedAt()
  const deadline = performance.now() + PATIENCE_MS
  cluster.reload()
  while ((await loadedAt()) === before) {
    if (performance.now() > deadline) {
      throw new ClusterError('RELOAD_FAILED', 'The server did not read its access rules again')
    }
    await sleep(20)
  }
}

/** Whole or not at all; read by the server's account, changed by ours only. */
async function replace(path: string, text: string, user: OsUser): Promise<void> {
  const next = `${path}.next`
  await writeFile(next, text, { mode: 0o600 })
  if (isForeign(user)) {
    await chown(next, 0, user.gid)
    await chmod(next, 0o640)
  }
  await rename(next, path)
}
