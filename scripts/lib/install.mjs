import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'
import { Failure, npm, run } from './run.mjs'
import { hashOf, readStamp, writeStamp } from './stamp.mjs'

const STAMP = join(root, 'node_modules', '.plinth-installed')

/** Makes node_modules what the lock file says. Does nothing when it already is. */
export async function installWhatIsMissing() {
  const wanted = wantedState()
  if (readStamp(STAMP) === wanted) return
  if (!isInstalled()) {
    // not on the output, which may be read by a program (npm run -s token)
    console.error('Installing packages…')
    const [command, args] = npm()
    // Not `npm ci`: it refuses a lock file that lacks an optional package of some other system, and a
    // registry mirror that lacks one makes such lock files. --no-save leaves the lock file as it is.
    // No install scripts: none of our packages needs one, and each would be a stranger's program run here.
    const install = ['install', '--no-save', '--ignore-scripts', '--include=dev']
    const quietly = ['--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
    const code = await run(command, [...args, ...install, ...quietly], { quiet: true })
    if (code !== 0) {
      throw new Failure(
        `The packages could not be installed (npm install ended with ${code}). Is the npm registry reachable (npm ping)?`,
      )
    }
  }
  writeStamp(STAMP, wanted)
}

/** Everything that decides what npm would install. */
function wantedState() {
  const manifests = ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}/package.json`),
  )
  const files = hashOf(['package-lock.json', 'package.json', ...manifests])
  return `${files} ${process.platform} ${process.arch}`
}

/**
 * Whether npm's own record of what it installed agrees with the lock file, as after a developer's
 * `npm install`: then a new install would only throw the same packages away and fetch them again.
 */
function isInstalled() {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const has = packagesIn(record)
  return Object.entries(packagesIn(join(root, 'package-lock.json')))
    .filter(([path, entry]) => path.includes('node_modules/') && isForThisMachine(entry))
    .every(([path, entry]) => has[path]?.version === entry.version)
}

/**
 * @typedef {{ version?: string, os?: string[], cpu?: string[], libc?: string[], peer?: boolean, optional?: boolean }} Locked
 * @param {string} file
 * @returns {Record<string, Locked>}
 */
const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/** @param {Locked} entry */
function isForThisMachine({ os, cpu, libc, optional }) {
  // an optional package without a system of its own may be absent for reasons npm knows and we do not
  if (optional && !os && !cpu) return false
  const fits = (/** @type {string[] | undefined} */ list, /** @type {string} */ own) =>
    !list || list.includes(own)
  return fits(os, process.platform) && fits(cpu, process.arch) && (!libc || fits(libc, ownLibc()))
}

function ownLibc() {
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } } | undefined} */ (
    process.report?.getReport()
  )
  return report?.header?.glibcVersionRuntime ? 'glibc' : 'musl'
}
