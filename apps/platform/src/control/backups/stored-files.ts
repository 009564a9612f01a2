import { withClient } from '@plinth/postgres'
import { AppError } from '#app/base/app-error.ts'
import type { ProjectRow } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import type { Engine } from '#app/engine/engine.ts'
import { placementOf } from '#app/lifecycle/placement.ts'

const LOOK_TIMEOUT_MS = 5_000

const COUNTS = `
  select (select pg_catalog.count(*)::int from storage.buckets) as buckets,
         (select pg_catalog.count(*)::int from storage.objects) as objects`

type Recorded = { readonly buckets: number; readonly objects: number }
type LookDeps = Pick<Deps, 'secrets' | 'log'> & { readonly engine: Engine }

/** What the project's own database says it stores; undefined where it cannot be asked. */
async function recorded({ engine, secrets, log }: LookDeps, row: ProjectRow) {
  const observed = engine.observe(row.ref)
  if (observed.state !== 'running') return undefined
  const config = {
    // who sees every row, whatever its policies
    ...engine.connection({ ...placementOf(secrets, row), port: observed.port }, 'editor'),
    connectionTimeoutMillis: LOOK_TIMEOUT_MS,
    query_timeout: LOOK_TIMEOUT_MS,
  }
  try {
    return await withClient(config, async (client) => {
      const { rows } = await client.query<Recorded>(COUNTS)
      return rows[0]
    })
  } catch (error) {
    // its owner may have dropped the tables, or it is busy
    log.warn({ err: error, ref: row.ref }, 'stored files could not be counted')
    return undefined
  }
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

function reasonOf(found: Recorded | undefined): string {
  if (!found) return 'What this project stores cannot be looked up while its database is away'
  const { buckets, objects } = found
  if (objects === 0) return 'This project stores no files'
  const what = `${count(objects, 'object')} in ${count(buckets, 'bucket')}`
  return `The database records ${what}, but Plinth keeps no files for them yet, so none is packed. The records themselves are in every database backup`
}

/** Why there is no archive of stored files, from what the project's database records. */
export async function noStorageArchive(
  deps: LookDeps,
  row: ProjectRow,
  saysWhy: boolean,
): Promise<AppError> {
  const reason = reasonOf(await recorded(deps, row))
  return new AppError('STORAGE_ARCHIVE_NOT_FOUND', {
    ...(saysWhy && { message: reason }),
    data: { reason },
  })
}
