import { isIP } from 'node:net'
import { COMPUTE, ComputeSize, mostConnections, type PostgresConfig } from '@plinth/contract'
import { AppError } from '#app/base/app-error.ts'
import { actorOf, os, type ProjectRow, projectOf, type RequestContext } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'

import { expiryOf } from '#app/engine/certificates.ts'
import type { Lifecycle } from '#app/lifecycle/lifecycle.ts'
import type { StoredDatabaseSettings } from '#app/lifecycle/placement.ts'
import { presentOperation } from '#app/lifecycle/present.ts'
import { certificateAuthority } from './authority.ts'
import {
  assertChangeable,
  changeAccess,
  keepSettings,
  settingsOf,
  type SettingsDeps,
} from './settings.ts'

type DatabaseConfigDeps = Deps & SettingsDeps & { readonly lifecycle: Lifecycle }
type Handling = { readonly context: RequestContext }

/** The ways into a project's database over TCP, and how many may come in at once. */
export function databaseConfigHandlers(deps: DatabaseConfigDeps) {
  const { lifecycle } = deps
  const authority = certificateAuthority(deps)

  async function restart(handling: Handling) {
    const requestedBy = actorOf(handling).id
    const what = { kind: 'restart', input: { scope: 'database' }, requestedBy } as const
    const id = await lifecycle.begin(projectOf(handling), what)
    const operation = await lifecycle.operations.byId(id)
    return operation ? presentOperation(operation) : null
  }

  return {
    sslEnforcement: {
      view: os.sslEnforcement.view.handler(({ context }) =>
        presentSsl(settingsOf(projectOf({ context }))),
      ),
      update: os.sslEnforcement.update.handler(async ({ input, context }) => {
        const change = { requiresTls: input.requestedConfig.database }
        const { settings } = await changeAccess(deps, projectOf({ context }), change)
        return presentSsl(settings)
      }),
    },

    networkRestrictions: {
      view: os.networkRestrictions.view.handler(({ context }) =>
        presentNetwork({ context }, { settings: settingsOf(projectOf({ context })) }),
      ),
      apply: os.networkRestrictions.apply.handler(async ({ input, context }) => {
        const change = { cidrs: input.dbAllowedCidrs, cidrsV6: input.dbAllowedCidrsV6 }
        return presentNetwork({ context }, await changeAccess(deps, projectOf({ context }), change))
      }),
    },

    postgresConfig: {
      view: os.postgresConfig.view.handler(({ context }) => presentConfig(projectOf({ context }))),
      update: os.postgresConfig.update.handler(async ({ input, context }) => {
        const row = projectOf({ context })
        const wanted = input.max_connections
        assertWithin(row, wanted)
        const { isRunning } = assertChangeable(row)
        const before = settingsOf(row)
        const changed = await keepSettings(deps, row, { ...before, maxConnections: wanted })
        if (!isRunning || before.maxConnections === wanted) return presentConfig(changed)
        try {
          return { ...presentConfig(changed), operation: await restart({ context }) }
        } catch (error) {
          // what no restart brings about is not shown as if it were so
          await keepSettings(deps, row, before)
          throw error
        }
      }),
    },

    databaseCertificate: {
      view: os.databaseCertificate.view.handler(async () => {
        const { certificate } = await authority()
        return { certificate, expires_at: expiryOf(certificate).toISOString() }
      }),
    },
  }
}

function assertWithin(row: ProjectRow, wanted: number | null) {
  const most = mostConnections(ComputeSize.parse(row.instance_size))
  if (wanted === null || wanted <= most) return
  const message = `This size has memory for at most ${most} connections`
  throw new AppError('BAD_INPUT', { message, data: { fields: { max_connections: [message] } } })
}

const presentSsl = ({ requiresTls }: StoredDatabaseSettings) => ({
  currentConfig: { database: requiresTls },
  appliedSuccessfully: true,
})

function presentNetwork(
  { context }: Handling,
  { settings, isRunning }: { settings: StoredDatabaseSettings; isRunning?: boolean },
) {
  // an IPv4 address that came in over an IPv6 socket is still the one to write down
  const address = context.ip.replace(/^::ffff:/, '')
  return {
    entitlement: 'allowed' as const,
    config: { dbAllowedCidrs: settings.cidrs, dbAllowedCidrsV6: settings.cidrsV6 },
    status:
      (isRunning ?? projectOf({ context }).status.startsWith('ACTIVE_'))
        ? ('applied' as const)
        : ('stored' as const),
    your_address: isIP(address) ? address : null,
  }
}

function presentConfig(row: ProjectRow): PostgresConfig {
  const size = ComputeSize.parse(row.instance_size)
  return {
    max_connections: settingsOf(row).maxConnections,
    default_max_connections: COMPUTE[size].maxConnections,
    most_max_connections: mostConnections(size),
    operation: null,
  }
}
