import type { Node } from 'libpg-query'
import pg from 'pg'
import type { Change } from './inherited.ts'
import type { OwnedStatement } from './owned-statements.ts'
import { type DumpOptions, dumpStatements, type DumpTarget } from './pg-dump.ts'
import { adminRole } from '#postgres/cluster/pg-hba.ts'
import { ClusterError } from '#postgres/errors.ts'
import { loadParser, parsedStatements } from '#postgres/sql/statements.ts'

/** The statements of a section that can be loaded elsewhere, by when they have to be run. */
export type PortableDump = {
  readonly schemas: readonly string[]
  readonly objects: readonly string[]
  /** Last: who loads the rest may do everything with it until then. */
  readonly grants: readonly string[]
  readonly refreshes: readonly string[]
}

/** Who owns what a project begins with; in another project it is there, and nobody's to make. */
const PLATFORM: ReadonlySet<string | undefined> = new Set([
  adminRole,
  'plinth_auth_admin',
  'plinth_realtime_admin',
  'plinth_storage_admin',
  'plinth_vault',
])

/** Reads a section so that a superuser of an empty server can load it, and the owner of a new project. */
export async function portableDump(
  target: DumpTarget,
  { change, ...options }: Omit<DumpOptions, 'hasOwnerStatements'> & { readonly change?: Change },
): Promise<PortableDump> {
  const [written, owned] = await Promise.all([
    dumpStatements(target, { ...options, hasOwnerStatements: true }),
    dumpStatements(target, options),
  ])
  await loadParser()
  const found = ownersOf(change?.(written) ?? written, change?.(owned) ?? owned).filter(
    (one) => !isOurs(one),
  )
  const isSchema = ({ kind, sql }: Written) =>
    kind === 'CreateSchemaStmt' || (kind === 'AlterOwnerStmt' && sql.startsWith('ALTER SCHEMA '))
  const isGrant = ({ kind }: Written) =>
    kind === 'GrantStmt' || kind === 'AlterDefaultPrivilegesStmt'
  const isRefresh = ({ kind }: Written) => kind === 'RefreshMatViewStmt'
  const isRest = (one: Written) => !isSchema(one) && !isGrant(one) && !isRefresh(one)
  const of = (isWanted: (one: Written) => boolean) => found.filter(isWanted).map(sqlOf)
  return {
    schemas: of(isSchema),
    objects: of(isRest),
    grants: of(isGrant),
    refreshes: found.filter(isRefresh).map(({ sql }) => called('attempt', sql)),
  }
}

/** Runs one of the helpers that stand at the top of the file. */
export const called = (
  helper: string,
  ...args: readonly (string | number | boolean | null)[]
): string => `call pg_temp.plinth_${helper}(${args.map((one) => literal(one)).join(', ')})`

const literal = (value: string | number | boolean | null) =>
  typeof value === 'string' ? pg.escapeLiteral(value).trim() : String(value)

type Written = {
  readonly sql: string
  readonly kind: string
  /** Who owns what it is about; undefined where a dump does not say. */
  readonly owner: string | undefined
  /** Who granted it, where that is not the owner. */
  readonly grantor: string | undefined
}

/** The same statements come in the same order, apart from those that give an object to its owner. */
function ownersOf(
  written: readonly OwnedStatement[],
  owned: readonly OwnedStatement[],
): readonly Written[] {
  let at = 0
  const found = written.map(({ sql, kind, owner: grantor }) => {
    const same = owned[at]
    if (same?.sql === sql) {
      at += 1
      return { sql, kind, grantor, owner: same.owner }
    }
    const owner = newOwnerOf(sql)
    if (owner === undefined) throw new ClusterError('COMMAND_FAILED', 'pg_dump told two stories')
    return { sql, kind, grantor, owner }
  })
  if (at !== owned.length) throw new ClusterError('COMMAND_FAILED', 'pg_dump told two stories')
  return found
}

function newOwnerOf(sql: string): string | undefined {
  const node = parsedStatements(sql)[0]?.node
  if (!node) return undefined
  if ('AlterOwnerStmt' in node) return node.AlterOwnerStmt.newowner?.rolename
  if (!('AlterTableStmt' in node)) return undefined
  const [command] = node.AlterTableStmt.cmds ?? []
  return command && 'AlterTableCmd' in command
    ? command.AlterTableCmd.newowner?.rolename
    : undefined
}

/** What only the platform's superuser may make, and no other server has a use for. */
function isOurs({ sql, kind, owner }: Written): boolean {
  if (kind === 'CreateEventTrigStmt' || kind === 'AlterEventTrigStmt') return true
  // on functions of the server, which a tenant cannot grant
  if (kind === 'GrantStmt' && isOnServer(sql)) return true
  if (owner !== adminRole) return false
  const isExtensionsSchema = kind === 'CreateSchemaStmt' || / ON SCHEMA extensions /.test(sql)
  return !isExtensionsSchema
}

function isOnServer(sql: string): boolean {
  const node = parsedStatements(sql)[0]?.node
  const objects = node && 'GrantStmt' in node ? (node.GrantStmt.objects ?? []) : []
  return objects.some(
    (object) =>
      'ObjectWithArgs' in object && namesOf(object.ObjectWithArgs.objname)[0] === 'pg_catalog',
  )
}

const namesOf = (parts: readonly Node[] = []) =>
  parts.map((part) => ('String' in part ? part.String.sval : undefined))

// a tenant makes these on tables of the platform's
const ON_PLATFORM = new Set(['CreateTrigStmt', 'CreatePolicyStmt'])

function sqlOf({ sql, kind, owner, grantor }: Written): string {
  if (grantor !== undefined) return called('grant', grantor, sql)
  const isThere =
    (PLATFORM.has(owner) && !ON_PLATFORM.has(kind)) ||
    (kind === 'CommentStmt' && sql.startsWith('COMMENT ON EXTENSION ')) ||
    (kind === 'CreatePublicationStmt' && sql.startsWith('CREATE PUBLICATION plinth_realtime '))
  return isThere ? called('framework', sql) : sql
}
