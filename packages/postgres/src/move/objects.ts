import pg from 'pg'
import type { OwnedStatement } from './owned-statements.ts'
import { runAll, type Sessions, texts } from './sessions.ts'
import { ClusterError } from '#postgres/errors.ts'

// made by us before, from the catalogues
const FRAMEWORK = new Set([
  'CreateSchemaStmt',
  'CreateExtensionStmt',
  'CreateEventTrigStmt',
  'CreateForeignServerStmt',
  'CreateUserMappingStmt',
])
const GRANTS = new Set(['GrantStmt', 'AlterDefaultPrivilegesStmt'])

/** The parts of a dump's section, by when they are run. Nothing of it is ever run as the superuser. */
export function sorted(statements: readonly OwnedStatement[], superuser: string) {
  const mine = statements.filter(
    ({ kind, owner, sql }) =>
      owner !== superuser &&
      !FRAMEWORK.has(kind) &&
      !(owner === undefined && /^comment on extension /i.test(sql)) &&
      // who owns the schema public is set before, as a right that no owner has
      !(kind === 'AlterOwnerStmt' && /^alter schema public /i.test(sql)),
  )
  const isGrant = ({ kind }: OwnedStatement) => GRANTS.has(kind)
  const isRefresh = ({ kind }: OwnedStatement) => kind === 'RefreshMatViewStmt'
  return {
    objects: mine.filter((one) => !isGrant(one) && !isRefresh(one)),
    grants: mine.filter(isGrant),
    refreshes: mine.filter(isRefresh),
  }
}

/** As pg_dump writes it: what follows may hold the same words in a name. */
export const isOnSchema = ({ sql }: OwnedStatement): boolean =>
  /^(?:GRANT|REVOKE) [A-Z, ]+ ON SCHEMA /.test(sql)

type Runner = {
  readonly target: Sessions
  /** Who stands for `pg_database_owner`, which nobody can log in as. */
  readonly databaseOwner: string
  /** Who may own what the dump names no owner of: a cast belongs to the owner of one of its types. */
  readonly castOwners: readonly string[]
  readonly signal: AbortSignal | undefined
}

/** Runs statements, each as the role it belongs to. */
export async function runOwned(runner: Runner, statements: readonly OwnedStatement[]) {
  const locked: string[] = []
  for (const statement of statements) {
    runner.signal?.throwIfAborted()
    if (statement.owner === undefined) {
      await asOneOf(runner, statement)
      continue
    }
    const owner = await ownerSession(runner, statement.owner)
    if (mayBeDefiner(statement)) locked.push(...(await makeLocked(owner, statement)))
    else await run(owner, statement)
  }
  return locked
}

const ownerSession = ({ target, databaseOwner }: Runner, owner: string) =>
  target.as(owner === 'pg_database_owner' ? databaseOwner : owner)

async function run(client: pg.ClientBase, { sql }: OwnedStatement): Promise<void> {
  await client.query(sql).catch((cause: unknown) => {
    throw refused(sql, cause)
  })
}

function refused(sql: string, cause: unknown): ClusterError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const start = sql.replaceAll(/\s+/g, ' ').slice(0, 120)
  return new ClusterError('NOT_MOVABLE', `The new version refuses “${start}…”: ${reason}`, {
    cause,
  })
}

/** Casts carry no owner in a dump. Whoever cannot make one is refused, and nothing has happened. */
async function asOneOf(runner: Runner, statement: OwnedStatement): Promise<void> {
  let reason: unknown = new Error('nobody is known to own it')
  for (const owner of runner.castOwners) {
    try {
      return await run(await ownerSession(runner, owner), statement)
    } catch (error) {
      reason = error instanceof ClusterError ? error.cause : error
    }
  }
  throw refused(statement.sql, reason)
}

// as pg_dump writes it; one more that only says so in its text does no harm
const mayBeDefiner = ({ kind, sql }: OwnedStatement) =>
  kind === 'CreateFunctionStmt' && sql.includes('SECURITY DEFINER')

/**
 * A new function may be called by everybody until its grants are there. One that runs with its owner's
 * rights must not be, not even for that long: code of others runs meanwhile.
 */
async function makeLocked(owner: pg.ClientBase, statement: OwnedStatement): Promise<string[]> {
  await owner.query('begin')
  await run(owner, statement)
  const made = await texts(
    owner,
    `select p.oid::regprocedure::text from pg_proc p
      where p.prosecdef and p.xmin = pg_current_xact_id()::xid`,
  )
  await runAll(
    owner,
    made.map((name) => `revoke execute on routine ${name} from public`),
  )
  await owner.query('commit')
  return made
}

/** Grants as they were. A locked function is what a dump takes a new one for again, until they follow. */
export async function runGrants(
  runner: Runner,
  locked: readonly string[],
  grants: readonly OwnedStatement[],
): Promise<void> {
  await runAll(
    await runner.target.admin(),
    locked.map((name) => `grant execute on routine ${name} to public`),
  )
  await runOwned(runner, grants)
}
