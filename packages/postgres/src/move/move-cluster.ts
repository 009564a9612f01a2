import type pg from 'pg'
import { contentOf, copyTable, type Content, type DataTable, dataTables } from './copy-tables.ts'
import { makeFramework } from './framework.ts'
import { moveLargeObjects } from './large-objects.ts'
import { describe, differencesOf } from './manifest.ts'
import { runGrants, runOwned, sorted } from './objects.ts'
import { dumpStatements } from './pg-dump.ts'
import { finishRoles, makeRoles } from './roles.ts'
import {
  grantOwn,
  rightsInSchemas,
  rightsToFill,
  rightsToMakeObjects,
  withRights,
} from './rights.ts'
import { moveSequences, sequenceValues } from './sequences.ts'
import { type MoveEnd, READER, type Sessions, sessionsOf, texts } from './sessions.ts'
import { adminRole } from '#postgres/cluster/pg-hba.ts'
import { randomPassword } from '#postgres/connection/password.ts'
import { ClusterError } from '#postgres/errors.ts'

// tables at once: a server of one or two processors has no more to give
const WIDTH = 3

type MoveOptions = {
  /** What is moved. It must be out of everybody else's reach, or what is read is not of one moment. */
  readonly source: MoveEnd & { readonly readerPassword: string }
  /** A new cluster with nothing in it but its superuser, out of everybody's reach as well. */
  readonly target: MoveEnd
  readonly signal?: AbortSignal | undefined
}

/** What was moved. */
export type Moved = { readonly tables: number; readonly rows: number; readonly objects: number }

/**
 * Moves all of a project from one server to one of another major version, and proves it: every object,
 * every grant and every row of the target is compared with the source.
 *
 * What a tenant made runs while it is loaded: checks, domains, generated columns, expressions of
 * indexes. So nothing of a dump is ever run as the superuser. Each object is made, and each table
 * filled, in a session that its owner really logged in to; the superuser only runs statements of our
 * own making, on catalogues and on roles.
 * @throws ClusterError `NOT_MOVABLE` where something is refused, or is not the same afterwards
 */
export async function moveCluster({ source, target, signal }: MoveOptions): Promise<Moved> {
  const password = randomPassword()
  await using from = sessionsOf(source, () => source.readerPassword)
  await using to = sessionsOf(target, () => password)
  const [admin, reader] = [await from.admin(), await from.as(READER)]
  const newAdmin = await to.admin()
  await makeRoles(admin, newAdmin, password)
  await makeFramework(admin, to)

  const dumpOf = { ...source, user: READER, password: source.readerPassword }
  const before = sorted(await dumpStatements(dumpOf, { section: 'pre-data', signal }), adminRole)
  const after = sorted(await dumpStatements(dumpOf, { section: 'post-data', signal }), adminRole)
  const runner = { target: to, ...(await ownersOf(admin)), signal }
  const locked = await withRights(newAdmin, await rightsToMakeObjects(admin), () =>
    runOwned(runner, before.objects),
  )
  await grantOwn(admin, newAdmin)
  const onSchemas = before.grants.filter(({ sql }) => sql.includes(' ON SCHEMA '))
  await runOwned(runner, onSchemas)

  const tables = await dataTables(admin)
  const values = await sequenceValues(admin, reader)
  const contents = await withRights(newAdmin, await rightsInSchemas(admin), async () => {
    const others = before.grants.filter((grant) => !onSchemas.includes(grant))
    await runGrants(runner, locked, others)
    const moved = await withRights(newAdmin, await rightsToFill(admin), async () => {
      const filled = await moveData({ source, target, password, tables, signal })
      await moveSequences(values, newAdmin)
      await moveLargeObjects(admin, newAdmin, signal)
      await runOwned(runner, after.objects)
      return filled
    })
    await runOwned(runner, [...after.grants, ...after.refreshes])
    for (const owner of new Set(tables.map((table) => table.owner))) {
      await (await to.as(owner)).query('analyze')
    }
    return moved
  })
  await finishRoles(admin, newAdmin)
  const objects = await proveSame({ source, target, tables, contents, values })
  return { tables: tables.length, rows: sum(contents), objects }
}

const sum = (contents: readonly Content[]) => contents.reduce((all, { rows }) => all + rows, 0)

async function ownersOf(admin: pg.ClientBase) {
  const [databaseOwner = adminRole] = await texts(
    admin,
    `select pg_get_userbyid(b.datdba) from pg_database b where b.datname = current_database()`,
  )
  const castOwners = await texts(
    admin,
    `select distinct pg_get_userbyid(t.typowner) from pg_cast c
       join pg_type t on t.oid in (c.castsource, c.casttarget)
      where c.oid >= 16384 and t.oid >= 16384`,
  )
  return { databaseOwner, castOwners: castOwners.filter((role) => role !== adminRole) }
}

type DataMove = Pick<MoveOptions, 'source' | 'target' | 'signal'> & {
  readonly password: string
  readonly tables: readonly DataTable[]
}

async function moveData({ source, target, password, tables, signal }: DataMove) {
  const contents: Content[] = []
  const next = tables.entries()
  const failed = new AbortController()
  const limit = AbortSignal.any([failed.signal, ...(signal ? [signal] : [])])
  const lane = async () => {
    await using from = sessionsOf(source, () => source.readerPassword)
    await using to = sessionsOf(target, () => password)
    const ends = { reader: await from.as(READER), target: to }
    for (const [index, table] of next) {
      if (limit.aborted) return
      contents[index] = await copyTable(ends, table, limit)
    }
  }
  // the first failure is the reason, and ends the others
  const ended = await Promise.allSettled(
    Array.from({ length: WIDTH }, () =>
      lane().catch((error: unknown) => {
        if (!failed.signal.aborted) failed.abort(error)
        throw error
      }),
    ),
  )
  signal?.throwIfAborted()
  if (ended.some(({ status }) => status === 'rejected')) throw failed.signal.reason
  return contents
}

type Proof = Pick<MoveOptions, 'source' | 'target'> & {
  readonly tables: readonly DataTable[]
  readonly contents: readonly Content[]
  readonly values: readonly string[]
}

async function proveSame({ source, target, tables, contents, values }: Proof): Promise<number> {
  // every role has the password again that it had
  await using from = sessionsOf(source, () => source.readerPassword)
  await using to = sessionsOf(target, () => source.readerPassword)
  const [old, made] = [await describe(await from.admin()), await describe(await to.admin())]
  const differences = differencesOf(old, made)
  differences.push(
    ...differencesOf(values, await sequenceValues(await to.admin(), await to.as(READER))),
    ...(await contentDifferences(to, tables, contents)),
  )
  if (differences.length > 0) {
    const some = differences.slice(0, 5).join('; ')
    const message = `What was moved is not the same in ${differences.length} places: ${some}`
    throw new ClusterError('NOT_MOVABLE', message, { logTail: differences.slice(0, 50) })
  }
  return old.length
}

async function contentDifferences(
  to: Sessions,
  tables: readonly DataTable[],
  contents: readonly Content[],
): Promise<string[]> {
  const reader = await to.as(READER)
  const found: string[] = []
  for (const [index, table] of tables.entries()) {
    const { rows, sha256 } = await contentOf(reader, table)
    const was = contents[index]
    if (rows !== was?.rows) found.push(`${table.name} has ${rows} rows and had ${was?.rows}`)
    else if (sha256 !== was.sha256) found.push(`${table.name} has other rows than it had`)
  }
  return found
}
