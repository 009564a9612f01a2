import type pg from 'pg'
import { contentOf, copyTable, type Content, type DataTable, dataTables } from './copy-tables.ts'
import { finishDatabases, makeDatabases, otherDatabases, PROJECT_DATABASE } from './databases.ts'
import { rightsToForeign } from './foreign.ts'
import { makeFramework } from './framework.ts'
import { columnsInPlace, markingInherited } from './inherited.ts'
import { inLanes } from './in-lanes.ts'
import { moveLargeObjects } from './large-objects.ts'
import { describe, differencesOf } from './manifest.ts'
import { isOnSchema, runGrants, runOwned, sorted } from './objects.ts'
import { dumpStatements } from './pg-dump.ts'
import { makePublications } from './publications.ts'
import { finishRoles, makeRoles } from './roles.ts'
import {
  grantOwn,
  rightsInSchemas,
  rightsToConnect,
  rightsToFill,
  rightsToMakeObjects,
  withRights,
} from './rights.ts'
import { type RowsMeter, rowsMeter } from './rows-meter.ts'
import { moveSequences, sequenceValues } from './sequences.ts'
import { type MoveEnd, READER, runAll, sessionsOf, texts } from './sessions.ts'
import { adminRole } from '#postgres/cluster/pg-hba.ts'
import { randomPassword } from '#postgres/connection/password.ts'
import { ClusterError } from '#postgres/errors.ts'
import type { Progress } from '#postgres/progress.ts'

type MoveOptions = {
  /** What is moved. It must be out of everybody else's reach, or what is read is not of one moment. */
  readonly source: MoveEnd & { readonly readerPassword: string }
  /** A new cluster with nothing in it but its superuser, out of everybody's reach as well. */
  readonly target: MoveEnd
  readonly signal?: AbortSignal | undefined
  /** Of the rows, which are moved and then read again to compare them. */
  readonly onProgress?: Progress | undefined
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
export async function moveCluster(options: MoveOptions): Promise<Moved> {
  const { source, target, signal } = options
  const password = randomPassword()
  await using from = sessionsOf(source, () => source.readerPassword)
  await using to = sessionsOf(target, () => password)
  const [admin, newAdmin] = [await from.admin(), await to.admin()]
  await makeRoles(admin, newAdmin, password)
  await makeDatabases(admin, newAdmin)
  const moved: MovedDatabase[] = []
  const databases = [PROJECT_DATABASE, ...(await otherDatabases(admin))]
  const meter = rowsMeter(options.onProgress)
  for (const database of databases) {
    const ends = { source: { ...source, database }, target: { ...target, database } }
    moved.push(await moveDatabase({ ...ends, password, signal, meter }))
  }
  await finishDatabases(admin, newAdmin)
  await finishRoles(admin, newAdmin)
  const all = { tables: 0, rows: 0, objects: 0 }
  for (const one of moved) {
    all.objects += await proveSame(one)
    all.tables += one.tables.length
    all.rows += one.contents.reduce((sum, { rows }) => sum + rows, 0)
  }
  return all
}

/** What was moved of one database, and what it is compared with. */
type MovedDatabase = Pick<MoveOptions, 'source' | 'target' | 'signal'> & {
  readonly tables: readonly DataTable[]
  readonly contents: readonly Content[]
  readonly values: readonly string[]
  readonly meter: RowsMeter
}

type DatabaseMove = Omit<MoveOptions, 'onProgress'> & {
  readonly meter: RowsMeter
  /** What every role of the target has until the end. */
  readonly password: string
}

async function moveDatabase(move: DatabaseMove): Promise<MovedDatabase> {
  const { source, target, password, signal, meter } = move
  await using from = sessionsOf(source, () => source.readerPassword)
  await using to = sessionsOf(target, () => password)
  const [admin, reader, newAdmin] = [await from.admin(), await from.as(READER), await to.admin()]
  const dumpOf = { ...source, user: READER, password: source.readerPassword }
  const [pre, post] = await Promise.all([
    dumpStatements(dumpOf, { section: 'pre-data', signal }),
    dumpStatements(dumpOf, { section: 'post-data', signal }),
    makeFramework(admin, to),
  ])
  const inPlace = await columnsInPlace(
    admin,
    post.map(({ sql }) => sql),
  )
  const [before, after] = [sorted(inPlace(pre), adminRole), sorted(post, adminRole)]
  const runner = { target: to, ...(await ownersOf(admin)), signal }
  const toMake = [...(await rightsToMakeObjects(admin)), ...(await rightsToForeign(admin))]
  const locked = await withRights(newAdmin, toMake, () => runOwned(runner, before.objects))
  await runAll(newAdmin, await markingInherited(admin))
  await grantOwn(admin, newAdmin)
  const onSchemas = before.grants.filter(isOnSchema)
  const tables = await dataTables(admin)
  meter.expect(tables)
  const values = await sequenceValues(admin, reader)
  const contents = await withRights(newAdmin, await rightsToConnect(admin), async () => {
    await runOwned(runner, onSchemas)
    return withRights(newAdmin, await rightsInSchemas(admin), async () => {
      const others = before.grants.filter((grant) => !onSchemas.includes(grant))
      await runGrants(runner, locked, others)
      const filled = await withRights(newAdmin, await rightsToFill(admin), async () => {
        const found = await moveData({ source, target, password, tables, signal, meter })
        await moveSequences(values, newAdmin)
        await moveLargeObjects(admin, newAdmin, signal)
        await runOwned(runner, after.objects)
        await makePublications(admin, newAdmin)
        return found
      })
      await runOwned(runner, [...after.grants, ...after.refreshes])
      for (const { owner, names } of await toAnalyze(admin)) {
        await (await to.as(owner)).query(`analyze ${names}`)
      }
      return filled
    })
  })
  return { source, target, signal, tables, contents, values, meter }
}

/** Not what has a foreign table below it: that would be asked for its rows, wherever it is. */
async function toAnalyze(admin: pg.ClientBase) {
  const { rows } = await admin.query<{ owner: string; names: string }>(
    `with recursive above (oid) as (
       select f.ftrelid from pg_foreign_table f
       union select i.inhparent from above join pg_inherits i on i.inhrelid = above.oid)
     select o.rolname as owner, string_agg(format('%I.%I', n.nspname, c.relname), ', ') as names
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_authid o on o.oid = c.relowner and not o.rolsuper
      where c.relkind in ('r', 'p', 'm') and c.relpersistence <> 't' and n.nspname !~ '^pg_'
        and c.oid not in (select oid from above)
      group by o.rolname`,
  )
  return rows
}

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
  readonly meter: RowsMeter
}

const moveData = ({ source, target, password, tables, signal, meter }: DataMove) =>
  inLanes(tables, {
    signal,
    open() {
      const from = sessionsOf(source, () => source.readerPassword)
      const to = sessionsOf(target, () => password)
      return {
        work: async (table, limit) =>
          copyTable({ reader: await from.as(READER), target: to, meter }, table, limit),
        async [Symbol.asyncDispose]() {
          await from[Symbol.asyncDispose]()
          await to[Symbol.asyncDispose]()
        },
      }
    },
  })

async function proveSame(proof: MovedDatabase): Promise<number> {
  const { source, target, values, signal } = proof
  // every role has the password again that it had
  await using from = sessionsOf(source, () => source.readerPassword)
  await using to = sessionsOf(target, () => source.readerPassword)
  const [old, made] = [await describe(await from.admin()), await describe(await to.admin())]
  const newValues = await sequenceValues(await to.admin(), await to.as(READER))
  const differences = [
    differencesOf(old, made),
    differencesOf(values, newValues),
    await contentDifferences(proof),
  ].flat()
  signal?.throwIfAborted()
  if (differences.length > 0) {
    const some = differences.slice(0, 5).join('; ')
    const where = source.database === PROJECT_DATABASE ? '' : ` in the database ${source.database}`
    const message = `What was moved is not the same${where} (${differences.length} differences): ${some}`
    throw new ClusterError('NOT_MOVABLE', message, { logTail: differences.slice(0, 50) })
  }
  return old.length
}

/** Reads every table of the target again. */
async function contentDifferences(proof: MovedDatabase): Promise<string[]> {
  const { source, target, tables, contents, signal, meter } = proof
  const found = await inLanes(tables, {
    signal,
    open() {
      const to = sessionsOf(target, () => source.readerPassword)
      return {
        work: async (table) => contentOf({ reader: await to.as(READER), meter }, table),
        [Symbol.asyncDispose]: () => to[Symbol.asyncDispose](),
      }
    },
  })
  return tables.flatMap(({ name }, index) => {
    const [was, is] = [contents[index], found[index]]
    if (was?.rows !== is?.rows) return [`${name} has ${is?.rows} rows and had ${was?.rows}`]
    return was?.sha256 === is?.sha256 ? [] : [`${name} has other rows than it had`]
  })
}
