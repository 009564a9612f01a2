import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './browser.mjs'
import { buildWhatIsStale } from './build.mjs'
import { cache, root } from './paths.mjs'
import { countOf } from './report.mjs'
import { Failure, run } from './run.mjs'

/**
 * One thing `npm test` does: a program of node_modules with its arguments, what it needs first, and for
 * a test runner the report to count.
 * @typedef {{ name: string, is: string, program: string[], before?: () => Promise<NodeJS.ProcessEnv | void>, report?: string }} Step
 */

const TSC = 'typescript/bin/tsc'
const OXLINT = 'oxlint/bin/oxlint'
const OXFMT = 'oxfmt/bin/oxfmt'
const KNIP = 'knip/bin/knip.js'
const VITEST = 'vitest/vitest.mjs'
const PLAYWRIGHT = '@playwright/test/cli.js'

const browser = async () => ({ PLINTH_CHROMIUM: await ensureChromium() })

/** @type {readonly Step[]} */
export const STEPS = [
  { name: 'types', is: 'TypeScript', program: [TSC, '-b'] },
  { name: 'lint', is: 'oxlint, the import walls included', program: [OXLINT, '--type-aware'] },
  { name: 'format', is: 'oxfmt', program: [OXFMT, '--check'] },
  { name: 'knip', is: 'nothing unused', program: [KNIP] },
  vitest('unit', 'pure rules, *.spec.ts'),
  vitest('tools', 'the repository’s own rules'),
  vitest('platform', 'on real PostgreSQL, *.test.ts'),
  { ...vitest('ui', 'components in Chromium'), before: browser },
  { name: 'build', is: 'the dashboard', program: [], before: buildWhatIsStale },
  {
    name: 'e2e',
    is: 'journeys in Chromium on the running platform',
    program: [PLAYWRIGHT, 'test', '--pass-with-no-tests'],
    report: join(cache, 'reports', 'e2e.json'),
    before: async () => {
      await buildWhatIsStale()
      return browser()
    },
  },
]

/**
 * @param {string} name of the vitest project
 * @param {string} is
 * @returns {Step}
 */
function vitest(name, is) {
  const report = join(cache, 'reports', `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return {
    name,
    is,
    program: [VITEST, 'run', '--project', name, '--passWithNoTests', ...reporters],
    report,
  }
}

/**
 * @param {Step} step
 * @returns {Promise<{ code: number, passed: number, failed: number }>}
 */
export async function runStep({ program, before, report }) {
  if (report) rmSync(report, { force: true })
  let code = 0
  try {
    const env = (await before?.()) ?? {}
    const [file, ...args] = program
    if (file)
      code = await run(process.execPath, [join(root, 'node_modules', file), ...args], { env })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    console.error(error.message)
    code = 1
  }
  const { passed, failed } = report ? countOf(report) : { passed: 0, failed: 0 }
  // a step can also fail without a failing test: a type error, a crash of the runner
  return { code, passed, failed: code !== 0 ? Math.max(failed, 1) : failed }
}
