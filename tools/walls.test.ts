import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** A file that breaks one rule, and a word of the message it must be told. */
type Plant = readonly [path: string, source: string, message: string]

const imports = (specifier: string) => `import { x } from '${specifier}'\n`
const from = (path: string, specifier: string, message: string): Plant => [
  path,
  imports(specifier),
  message,
]

const DASHBOARD = 'apps/dashboard/src'
const PLATFORM = 'apps/platform/src'

const PLANTS: readonly Plant[] = [
  // a relative import stays in its folder, and `*` must not stop at a slash
  from('packages/contract/src/a.ts', '../b.ts', 'stays in its folder'),
  from('packages/contract/src/a.ts', './deep/b.ts', 'stays in its folder'),
  from('packages/postgres/src/cluster/a.ts', '../../b.ts', 'stays in its folder'),
  from('packages/ui/src/grid/A.tsx', '../cn.ts', 'stays in its folder'),
  from(`${DASHBOARD}/lib/a.ts`, '../api/client.ts', 'stays in its folder'),
  from(`${DASHBOARD}/features/a/A.tsx`, '../../api/client.ts', 'flat folder'),
  from(`${DASHBOARD}/routes/org/a.tsx`, '../../features/a/A.tsx', 'stays in its folder'),
  from(`${PLATFORM}/control/projects/a.ts`, '../members/service.ts', 'stays in its folder'),
  from(`${PLATFORM}/http/a.ts`, './deep/er/b.ts', 'stays in its folder'),

  // packages
  from('packages/contract/src/a.ts', '@plinth/postgres', 'knows zod'),
  from('packages/contract/src/a.ts', 'node:fs', 'knows zod'),
  from('packages/contract/src/a.ts', 'kysely', 'knows zod'),
  from('packages/contract/src/a.ts', '@orpc/contract', 'Only endpoint.ts'),
  from('packages/contract/src/endpoint.ts', '@orpc/server', 'knows zod'),
  from('packages/postgres/src/a.ts', '@plinth/contract', 'clusters and SQL'),
  from('packages/postgres/src/a.ts', 'hono', 'clusters and SQL'),
  from('packages/postgres/src/a.ts', 'node:process', 'Only main.ts'),
  from('packages/ui/src/A.tsx', '@plinth/contract', 'what things look like'),
  from('packages/ui/src/grid/A.tsx', '@tanstack/react-query', 'what things look like'),
  from('packages/ui/src/A.tsx', '@tanstack/react-router', 'what things look like'),

  // the dashboard's layers, lowest first
  from(`${DASHBOARD}/main.tsx`, '@plinth/platform', 'runs in a browser'),
  from(`${DASHBOARD}/lib/a.ts`, '@plinth/postgres', 'runs in a browser'),
  from(`${DASHBOARD}/api/a.ts`, 'node:fs', 'runs in a browser'),
  from(`${DASHBOARD}/features/a/A.tsx`, '@plinth/postgres', 'runs in a browser'),
  from(`${DASHBOARD}/layouts/A.tsx`, 'pg', 'runs in a browser'),
  from(`${DASHBOARD}/lib/a.ts`, '#app/api/client.ts', 'lowest layer'),
  from(`${DASHBOARD}/lib/a.ts`, '#app/features/a/A.tsx', 'lowest layer'),
  from(`${DASHBOARD}/api/a.ts`, '#app/features/a/A.tsx', 'below the features'),
  from(`${DASHBOARD}/features/a/A.tsx`, '#app/features/b/B.tsx', 'never imports a feature'),
  from(`${DASHBOARD}/features/a/A.tsx`, '#app/layouts/Shell.tsx', 'below layouts and routes'),
  from(`${DASHBOARD}/features/a/A.tsx`, '#app/routes/org.tsx', 'below layouts and routes'),
  from(`${DASHBOARD}/layouts/A.tsx`, '#app/routes/org.tsx', 'below the routes'),

  // the platform's rooms
  from(`${PLATFORM}/control/projects/a.ts`, '#app/http/context.ts', 'http stands above'),
  from(`${PLATFORM}/lifecycle/a.ts`, '#app/main.ts', 'http stands above'),
  from(`${PLATFORM}/control/projects/a.ts`, '#app/control/members/store.ts', 'meet in service.ts'),
  from(`${PLATFORM}/lifecycle/a.ts`, '#app/control/projects/handlers.ts', 'meet in service.ts'),
  from(`${PLATFORM}/gateway/rest/a.ts`, '#app/http/errors.ts', 'http stands above'),
  from(`${PLATFORM}/db/a.ts`, '#app/control/projects/service.ts', 'below the rooms'),
  from(`${PLATFORM}/logs/a.ts`, '#app/gateway/service.ts', 'below the rooms'),
  from(`${PLATFORM}/base/a.ts`, '#app/http/context.ts', 'below the rooms'),
  from(`${PLATFORM}/engine/a.ts`, '#app/lifecycle/service.ts', 'part to be exchanged'),
  from(`${PLATFORM}/engine/embedded/a.ts`, '#app/control/projects/service.ts', 'to be exchanged'),
  from(`${PLATFORM}/http/a.ts`, '@plinth/ui', 'renders nothing'),
  from(`${PLATFORM}/control/projects/a.ts`, 'react', 'renders nothing'),
  from(`${PLATFORM}/engine/a.ts`, 'process', 'Only main.ts'),

  // around the apps
  from('e2e/a.e2e.ts', '@plinth/platform', 'imports no app'),
  from('e2e/a.e2e.ts', '../apps/platform/src/main.ts', 'imports no app'),
  from('scripts/lib/a.mjs', 'zod', "only Node's own modules"),

  // what has a better place
  [`${PLATFORM}/control/projects/a.ts`, 'console.log(1)', 'console'],
  [`${PLATFORM}/control/projects/a.ts`, 'export const a = Date.now()', 'clock'],
  [`${PLATFORM}/control/projects/a.ts`, 'export const a = process.env.A', 'process.env'],
  ['packages/postgres/src/a.ts', 'export const a = process.env.A', 'process.env'],
  ['packages/contract/src/a.ts', 'export const a = Date.now()', 'clock'],
  ['packages/ui/src/A.tsx', "void fetch('/')", 'makes no request'],
  [`${DASHBOARD}/features/a/A.tsx`, "void fetch('/')", "contract's client"],
  [`${DASHBOARD}/lib/a.ts`, "void window.fetch('/')", "contract's client"],

  // sizes and types
  [`${PLATFORM}/db/a.ts`, 'export const a = (p: any) => p', 'any'],
  [`${PLATFORM}/db/a.ts`, 'export const a = (p, q, r, s) => [p, q, r, s]', 'too many parameters'],
  [`${PLATFORM}/db/a.ts`, 'void 1\n'.repeat(401), 'too many lines'],
  [
    `${PLATFORM}/db/a.test.ts`,
    "import { test } from 'vitest'\ntest.only('a', () => {})",
    'focused',
  ],
]

/** What the rules must let through: each stands beside a wall. */
const ALLOWED: readonly (readonly [path: string, source: string])[] = [
  ['packages/contract/src/a.ts', imports('zod')],
  ['packages/contract/src/a.ts', imports('./b.ts')],
  ['packages/contract/src/index.ts', imports('@orpc/contract')],
  ['packages/postgres/src/a.ts', imports('pg')],
  [`${DASHBOARD}/features/a/A.tsx`, imports('#app/api/client.ts')],
  [`${DASHBOARD}/features/a/A.tsx`, imports('./other.ts')],
  [`${DASHBOARD}/layouts/A.tsx`, imports('#app/features/a/A.tsx')],
  [`${DASHBOARD}/routes/a.tsx`, imports('#app/layouts/Shell.tsx')],
  [`${DASHBOARD}/api/a.ts`, "void fetch('/')"],
  [`${PLATFORM}/control/projects/a.ts`, imports('#app/control/members/service.ts')],
  [`${PLATFORM}/control/projects/a.ts`, imports('#app/db/schema.ts')],
  [`${PLATFORM}/control/projects/a.test.ts`, imports('#app/http/app.ts')],
  [`${PLATFORM}/lifecycle/a.ts`, imports('#app/engine/engine.ts')],
  [`${PLATFORM}/http/a.ts`, imports('#app/control/projects/handlers.ts')],
  [`${PLATFORM}/main.ts`, 'export const a = process.env.A'],
  ['scripts/lib/a.mjs', imports('node:fs')],
]

type Diagnostic = { filename: string; message: string; help?: string }

let folder: string
let diagnostics: readonly Diagnostic[]

// One tree with a numbered file per case: a single run of the linter sees them all, in the same folders
// as in the repository.
const fileOf = (path: string, number: number) =>
  /(main|endpoint|index)\.ts$/.test(path) ? path : path.replace(/[aA](?=\.)/, `case-${number}`)

const CASES = [...PLANTS, ...ALLOWED].map(([path, source], number) => ({
  file: fileOf(path, number),
  source,
}))

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-walls-'))
  copyFileSync('.oxlintrc.json', join(folder, '.oxlintrc.json'))
  for (const { file, source } of CASES) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), source)
  }
  diagnostics = lint()
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function lint(): readonly Diagnostic[] {
  try {
    const oxlint = resolve('node_modules/oxlint/bin/oxlint')
    execFileSync(process.execPath, [oxlint, '-f', 'json'], { cwd: folder, encoding: 'utf8' })
    return []
  } catch (error) {
    // the linter's answer to a fault: exit code 1 and the report on its output
    const { stdout } = error as { stdout: string } // execFileSync throws its own result
    return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics // the linter's documented format
  }
}

const toldAbout = (file: string) =>
  diagnostics
    .filter(({ filename }) => filename.replaceAll('\\', '/') === file)
    .map(({ message, help = '' }) => `${message} ${help}`)

test.each(PLANTS.map(([, source, message], number) => ({ number, message, source })))(
  '$number: $message',
  ({ number, message }) => {
    expect(toldAbout(fileOf(PLANTS[number]![0], number)).join('\n')).toContain(message) // from the same list
  },
)

test.each(
  ALLOWED.map(([path, source], index) => ({ path, source, number: PLANTS.length + index })),
)('$path may say $source', ({ path, number }) => {
  const about = /no-restricted|restricted|console|process\.env|stays in|imports/
  expect(toldAbout(fileOf(path, number)).filter((text) => about.test(text))).toEqual([])
})
