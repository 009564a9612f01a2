import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cache, root } from './paths.mjs'
import { Failure, npm, run } from './run.mjs'
import { hashOf, readStamp, writeStamp } from './stamp.mjs'

const STAMP = join(cache, 'dashboard-build')
const SOURCES = ['apps/dashboard', 'packages/ui', 'packages/contract', 'package-lock.json']

/** Builds the dashboard when its sources are not the ones the last build was made of. */
export async function buildWhatIsStale() {
  // taken before the build: a file saved while it runs makes the next start build again
  const wanted = hashOf(SOURCES)
  const isBuilt = existsSync(join(root, 'apps/dashboard/dist/index.html'))
  if (isBuilt && readStamp(STAMP) === wanted) return
  console.log('Building the dashboard…')
  const [command, args] = npm()
  const code = await run(command, [
    ...args,
    'run',
    'build',
    '--silent',
    '-w',
    '@plinth/dashboard',
    '--',
    '--logLevel=error',
  ])
  if (code !== 0)
    throw new Failure(`The dashboard could not be built (the build ended with ${code}).`)
  writeStamp(STAMP, wanted)
}
