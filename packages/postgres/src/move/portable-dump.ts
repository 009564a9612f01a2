import type { Node } from 'libpg-query'
import { adminRole } from '#postgres/cluster/pg-hba.ts'
import { parsedStatements } from '#postgres/sql/statements.ts'

/**
 * A dump's text without what only this platform's superuser could own or grant: anybody can load it
 * who may make the roles and extensions that it names.
 */
export const portable = (dump: string): string =>
  parsedStatements(dump)
    .filter(({ node }) => !isOurs(node))
    .map(({ sql }) => `${sql};\n`)
    .join('\n')

function isOurs(node: Node): boolean {
  if ('CreateEventTrigStmt' in node || 'AlterEventTrigStmt' in node) return true
  if ('AlterOwnerStmt' in node) return node.AlterOwnerStmt.newowner?.rolename === adminRole
  if ('CreateFunctionStmt' in node) return isOwnFunction(node.CreateFunctionStmt.funcname)
  if (!('GrantStmt' in node)) return false
  // on functions of the server, which a tenant cannot grant
  return (node.GrantStmt.objects ?? []).some(
    (object) =>
      'ObjectWithArgs' in object && namesOf(object.ObjectWithArgs.objname)[0] === 'pg_catalog',
  )
}

const namesOf = (parts: readonly Node[] = []) =>
  parts.map((part) => ('String' in part ? part.String.sval : undefined))

function isOwnFunction(funcname: readonly Node[] | undefined): boolean {
  const [schema, name] = namesOf(funcname)
  return schema === 'extensions' && name?.startsWith('plinth_') === true
}
