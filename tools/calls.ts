import { contract } from '@plinth/contract'

export type Call = {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly needs: string
  readonly summary: string
}

// what the contract library keeps of a declared call
type Declared = {
  '~orpc': {
    route: { method?: string; path?: string; summary?: string }
    meta: { needs: string }
  }
}

const isDeclared = (node: object): node is Declared => '~orpc' in node

function walk(node: object, name: string): Call[] {
  if (isDeclared(node)) {
    const { route, meta } = node['~orpc']
    const { method = '', path = '', summary = '' } = route
    return [{ name, method, path, summary, needs: meta.needs }]
  }
  return Object.entries(node).flatMap(
    ([key, child]) => walk(child as object, name ? `${name}.${key}` : key), // a router holds routers and calls only
  )
}

/** Every call the contract declares, in the order of their paths. */
export const calls: readonly Call[] = walk(contract, '').toSorted(
  (a, b) => a.path.localeCompare(b.path, 'en') || a.method.localeCompare(b.method, 'en'),
)

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`

/** The page docs/calls.md. */
export const callsPage = () =>
  [
    '# Calls',
    '',
    'Generated from `packages/contract`: every call with the permission it needs. `public` is anybody, `signed-in` any account;',
    'the rest are rows of the table in `packages/contract/src/permissions.ts`. Shapes and failures stand in the OpenAPI document',
    'that a running platform serves at `/api/openapi.json`.',
    '',
    row('Call', 'Needs', 'What it does', 'Name'),
    row('---', '---', '---', '---'),
    ...calls.map(({ name, method, path, needs, summary }) =>
      row(`\`${method} ${path}\``, needs, summary, `\`${name}\``),
    ),
    '',
  ].join('\n')
