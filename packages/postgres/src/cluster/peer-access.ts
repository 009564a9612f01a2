import { rm, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Engine } from './engine.ts'
import type { OsUser } from './os-user.ts'
import { adminRole } from './pg-hba.ts'
import { startCluster } from './start.ts'
import { type SocketTarget, withAdmin } from '#postgres/connection/admin.ts'
import { setRolePasswords } from '#postgres/connection/password.ts'

type PeerAccess = AsyncDisposable & { readonly settings: Readonly<Record<string, string>> }

/**
 * Settings with which a server lets nobody in but this very process's account, as the superuser:
 * for a cluster whose passwords nobody knows. Not `trust`: the kernel vouches for who we are.
 */
export async function peerAccess(clusterDir: string): Promise<PeerAccess> {
  // outside the folders the server's account may write to
  const [rules, names] = [join(clusterDir, 'peer-hba.conf'), join(clusterDir, 'peer-ident.conf')]
  const { username } = userInfo()
  await writeFile(rules, `local all ${adminRole} peer map=plinth\n`, { mode: 0o644 })
  await writeFile(names, `plinth "${username}" ${adminRole}\n`, { mode: 0o644 })
  return {
    settings: { hba_file: rules, ident_file: names },
    async [Symbol.asyncDispose]() {
      await Promise.all([rules, names].map((path) => rm(path, { force: true })))
    },
  }
}

/** Changes the superuser's password over a connection that needs none. */
export const setAdminPassword = (
  target: Pick<SocketTarget, 'clusterDir' | 'port'>,
  password: string,
): Promise<void> =>
  withAdmin({ ...target, password: '' }, (client) =>
    setRolePasswords(client, { [adminRole]: password }),
  )

/** Gives the superuser of a stopped cluster a password when nobody knows the old one. */
export async function resetAdminPassword({
  engine,
  clusterDir,
  user,
  password,
  settings = {},
  readyTimeoutMs = 60_000,
}: {
  engine: Engine
  clusterDir: string
  user?: OsUser
  password: string
  settings?: Readonly<Record<string, string>>
  readyTimeoutMs?: number
}): Promise<void> {
  await using access = await peerAccess(clusterDir)
  await using cluster = await startCluster({
    engine,
    clusterDir,
    port: 5432,
    listen: '',
    user,
    settings: { ...settings, ...access.settings },
    readyTimeoutMs,
  })
  await setAdminPassword(cluster, password)
}
