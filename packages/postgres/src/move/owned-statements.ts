import type { Node } from 'libpg-query'
import { parsedStatements } from '#postgres/sql/statements.ts'

/** One statement of a dump. */
export type OwnedStatement = {
  readonly sql: string
  /** The parser's name for it, such as `CreateStmt`. */
  readonly kind: string
  /** The role it belongs to and has to be run as; undefined where the dump names none. */
  readonly owner: string | undefined
}

/**
 * The statements of a dump made with `--use-set-session-authorization`, by the role each belongs to.
 * Who that is is read from what the parser makes of the dump's own `set session authorization`, never
 * from a comment: a tenant's text may hold anything that looks like one.
 */
export function ownedStatements(dump: string): readonly OwnedStatement[] {
  const found: OwnedStatement[] = []
  let owner: string | undefined
  for (const { sql, kind, node } of parsedStatements(dump)) {
    const change = authorizationOf(node)
    if (change) owner = change.role
    else if (!isSetting(node)) found.push({ sql, kind, owner })
  }
  return found
}

function authorizationOf(node: Node): { readonly role: string | undefined } | undefined {
  if (!('VariableSetStmt' in node) || node.VariableSetStmt.name !== 'session_authorization') return
  const [value] = node.VariableSetStmt.args ?? []
  return { role: value && 'A_Const' in value ? value.A_Const.sval?.sval : undefined }
}

/** What pg_dump says to a session before it begins; ours are set already. */
function isSetting(node: Node): boolean {
  if ('VariableSetStmt' in node) return true
  if (!('SelectStmt' in node)) return false
  const [target, ...others] = node.SelectStmt.targetList ?? []
  const value = target && 'ResTarget' in target ? target.ResTarget.val : undefined
  const isCall = value && 'FuncCall' in value
  const name = isCall ? value.FuncCall.funcname?.map((part) => nameOf(part)).join('.') : undefined
  return others.length === 0 && name === 'pg_catalog.set_config'
}

const nameOf = (node: Node) => ('String' in node ? node.String.sval : undefined)
