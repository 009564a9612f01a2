import { may } from '@plinth/contract'
import { AppError } from '#app/base/app-error.ts'
import { actorOf, os, type ProjectRow, projectOf, type RequestContext } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { randomPassword } from '#app/base/random.ts'
import { hasCustomDomain } from '#app/control/addons/service.ts'
import { legacyKeysOf } from '#app/control/api-keys/service.ts'
import type { Lifecycle } from '#app/lifecycle/lifecycle.ts'
import { jwtSecretOf, StoredRestSettings } from '#app/lifecycle/placement.ts'
import { presentRest, presentSettings, presentUpdate } from './present.ts'
import { changeRestSettings, type RestDeps } from './rest-settings.ts'

const NEW_SECRET_LENGTH = 40

type ConfigDeps = Deps &
  RestDeps & {
    readonly lifecycle: Lifecycle
    readonly gatewayUrl: string
    readonly databaseHost: string
  }
type Handling = { readonly context: RequestContext }

export const configHandlers = (deps: ConfigDeps) => {
  const { db, secrets, lifecycle } = deps

  /** Undefined for who may not see keys: the rest of the answer is theirs all the same. */
  function secretsFor({ context }: Handling, row: ProjectRow) {
    const target = { organizationSlug: row.organization_slug, projectRef: judgedRef(row) }
    if (!may(actorOf({ context }), 'api_keys:read', target)) return undefined
    return { jwtSecret: jwtSecretOf(secrets, row), keys: legacyKeysOf(secrets, row) }
  }

  async function newestChange(row: ProjectRow) {
    const newest = await lifecycle.operations.newestOf(row.id, 'rotate_jwt_secret')
    return { update_status: newest ? presentUpdate(newest) : null }
  }

  return {
    settings: {
      view: os.settings.view.handler(({ context }) => {
        const row = projectOf({ context })
        const rest = StoredRestSettings.parse(row.rest_settings)
        return presentSettings(row, deps, { rest, secrets: secretsFor({ context }, row) })
      }),
    },

    restConfig: {
      view: os.restConfig.view.handler(({ context }) => {
        const row = projectOf({ context })
        const rest = StoredRestSettings.parse(row.rest_settings)
        return presentRest(rest, secretsFor({ context }, row)?.jwtSecret ?? null)
      }),

      update: os.restConfig.update.handler(async ({ input, context }) => {
        const row = projectOf({ context })
        const rest = await changeRestSettings(deps, row, input)
        return presentRest(rest, secretsFor({ context }, row)?.jwtSecret ?? null)
      }),
    },

    jwtSecret: {
      update: os.jwtSecret.update.handler(async ({ input, context }) => {
        const row = projectOf({ context })
        const secret = input.jwt_secret ?? randomPassword(NEW_SECRET_LENGTH)
        if (secret === jwtSecretOf(secrets, row)) throw sameSecret()
        const sealed = secrets.seal(secret, `project ${row.ref}`).toString('base64')
        await lifecycle.begin(row, {
          kind: 'rotate_jwt_secret',
          input: { sealed_secret: sealed },
          requestedBy: actorOf({ context }).id,
        })
        return newestChange(row)
      }),

      status: os.jwtSecret.status.handler(({ context }) => newestChange(projectOf({ context }))),
    },

    customHostname: {
      view: os.customHostname.view.handler(async ({ context }) => {
        const isAllowed = await hasCustomDomain(db, projectOf({ context }).id)
        throw new AppError(isAllowed ? 'CUSTOM_HOSTNAME_NOT_FOUND' : 'CUSTOM_HOSTNAME_NOT_ALLOWED')
      }),
    },
  }
}

/** A branch is judged by its parent. */
const judgedRef = (row: ProjectRow) => row.parent_project_ref ?? row.ref

// keys made from it anew would leave the old ones valid
function sameSecret() {
  const message = 'Choose another secret than the present one'
  return new AppError('BAD_INPUT', { message, data: { fields: { jwt_secret: [message] } } })
}
