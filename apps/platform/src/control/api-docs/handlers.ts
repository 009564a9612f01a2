import { introspect } from '@supabase/postgrest-typegen/introspection'
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation'
import { projectCan, ProjectStatus, statusInWords } from '@plinth/contract'
import { createPool, pinnedOptions } from '@plinth/postgres'
import { AppError } from '#app/base/app-error.ts'
import { os, type ProjectRow, projectOf } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import type { Engine } from '#app/engine/engine.ts'
import { gatewayTokenFor } from '#app/gateway/service.ts'
import { placementOf, StoredRestSettings } from '#app/lifecycle/placement.ts'
import { readOpenApi } from './open-api.ts'

const CONNECT_TIMEOUT_MS = 5_000
const TYPES_TIMEOUT_MS = 30_000

type DocsDeps = Pick<Deps, 'secrets'> & { readonly engine: Engine }

/** What a project's own users can call, for people and for compilers. */
export const apiDocsHandlers = ({ secrets, engine }: DocsDeps) => ({
  view: os.apiDocs.view.handler(async ({ context }) => {
    const { ref, status } = active(projectOf({ context }))
    const lease = engine.leaseRest(ref)
    if (!lease) throw new AppError('DATA_API_UNREACHABLE', { data: { status } })
    try {
      return await readOpenApi(lease.socketPath, gatewayTokenFor(secrets, ref, 'service_role'))
    } finally {
      lease.release()
    }
  }),

  typescript: os.apiDocs.typescript.handler(async ({ input, context }) => {
    const row = active(projectOf({ context }))
    const named = input.included_schemas?.split(',').map((name) => name.trim())
    const schemas = named?.filter(Boolean) ?? StoredRestSettings.parse(row.rest_settings).schemas
    const observed = engine.observe(row.ref)
    const port = observed.state === 'running' ? observed.port : row.port
    const config = {
      // it tells of what the role may read only, and this one may read everything
      ...engine.connection({ ...placementOf(secrets, row), port }, 'readOnly'),
      // its queries name no schema of their functions, and must not be talked into writing
      options: `${pinnedOptions} -c default_transaction_read_only=on`,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: TYPES_TIMEOUT_MS,
    }
    // it asks several things at once
    const pool = createPool({ ...config, max: 2, onError: () => undefined })
    try {
      const found = await introspect(pool, { includedSchemas: [...schemas] })
      const known = new Set(found.schemas.map(({ name }) => name))
      // exposed ones may have been dropped since; those asked for by name are a mistake
      const unknown = named?.find((name) => name !== '' && !known.has(name))
      if (unknown !== undefined) throw noSuchSchema(unknown)
      return { types: await generateTypescript(sortGeneratorMetadata(found)) }
    } catch (cause) {
      throw cause instanceof AppError ? cause : new AppError('PROJECT_UNREACHABLE', { cause })
    } finally {
      await pool.end()
    }
  }),
})

function noSuchSchema(name: string) {
  const message = `This database has no schema ${name}`
  return new AppError('BAD_INPUT', {
    message,
    data: { fields: { included_schemas: [message] } },
  })
}

/** @throws AppError WRONG_PROJECT_STATUS */
function active(row: ProjectRow): ProjectRow {
  const status = ProjectStatus.parse(row.status)
  if (projectCan('query', status)) return row
  const message = `This can be read when the project is active. It is ${statusInWords(status)} now`
  throw new AppError('WRONG_PROJECT_STATUS', { message, data: { status } })
}
