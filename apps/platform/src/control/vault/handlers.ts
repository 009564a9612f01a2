import { projectCan, ProjectStatus, type VaultSecret, statusInWords } from '@plinth/contract'
import { pinnedOptions, withClient } from '@plinth/postgres'
import pg from 'pg'
import { AppError } from '#app/base/app-error.ts'
import { os, type ProjectRow, projectOf } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import type { Engine } from '#app/engine/engine.ts'
import { placementOf } from '#app/lifecycle/placement.ts'
import { type SecretRow, vaultStore } from './store.ts'

const TIMEOUT_MS = 5_000
const UNIQUE_VIOLATION = '23505'

type VaultDeps = Pick<Deps, 'secrets'> & { readonly engine: Engine }
type Store = ReturnType<typeof vaultStore>

export const vaultHandlers = ({ secrets, engine }: VaultDeps) => {
  /** As the owner, on a connection whose settings he does not decide. */
  async function inVault<Result>(row: ProjectRow, task: (store: Store) => Promise<Result>) {
    const status = ProjectStatus.parse(row.status)
    if (!projectCan('query', status)) {
      const message = `The vault can be opened when the project is active. It is ${statusInWords(status)} now`
      throw new AppError('WRONG_PROJECT_STATUS', { message, data: { status } })
    }
    const observed = engine.observe(row.ref)
    const port = observed.state === 'running' ? observed.port : row.port
    const config = {
      ...engine.connection({ ...placementOf(secrets, row), port }, 'editor'),
      // pinned to no role; the vault opens for the owner's
      options: `${pinnedOptions} -c role=postgres`,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    }
    try {
      return await withClient(config, (client) => task(vaultStore(client)))
    } catch (error) {
      throw asAppError(error)
    }
  }

  return {
    list: os.vault.list.handler(({ context }) =>
      inVault(projectOf({ context }), async (store) => (await store.list()).map(present)),
    ),

    create: os.vault.create.handler(({ input, context }) =>
      inVault(projectOf({ context }), async (store) =>
        present(await found(store, await store.create(input))),
      ),
    ),

    update: os.vault.update.handler(({ input, context }) =>
      inVault(projectOf({ context }), async (store) => {
        await found(store, input.id)
        await store.update(input.id, input)
        return present(await found(store, input.id))
      }),
    ),

    delete: os.vault.delete.handler(({ input, context }) =>
      inVault(projectOf({ context }), async (store) => {
        if (!(await store.delete(input.id))) throw new AppError('SECRET_NOT_FOUND')
        return { ok: true as const }
      }),
    ),

    reveal: os.vault.reveal.handler(({ input, context }) =>
      inVault(projectOf({ context }), async (store) => {
        const secret = await store.reveal(input.id)
        if (secret === undefined) throw new AppError('SECRET_NOT_FOUND')
        return { secret }
      }),
    ),
  }
}

async function found(store: Store, id: string): Promise<SecretRow> {
  const row = await store.byId(id)
  if (!row) throw new AppError('SECRET_NOT_FOUND')
  return row
}

const present = ({
  created_at: createdAt,
  updated_at: updatedAt,
  ...row
}: SecretRow): VaultSecret => ({
  ...row,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
})

function asAppError(error: unknown): unknown {
  if (error instanceof AppError) return error
  if (error instanceof pg.DatabaseError) {
    return error.code === UNIQUE_VIOLATION ? new AppError('SECRET_NAME_TAKEN') : error
  }
  return new AppError('PROJECT_UNREACHABLE', { cause: error })
}
