import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { findChromium } from './browser.mjs'
import { cachedNode, isSupported } from './node.mjs'
import { isRoot } from './paths.mjs'
import { Failure, firstLineOf } from './run.mjs'

/** @typedef {import('./doctor-engine.mjs').Finding} Finding */

/** @returns {Finding} */
export function nodeFinding() {
  if (isSupported(process.version)) return { what: 'Node', is: process.version, ok: true }
  const fetched = cachedNode()
  const instead = fetched
    ? `${firstLineOf(fetched, '--version')}, fetched before, is used instead`
    : 'npm start fetches Node 24 into .cache'
  return { what: 'Node', is: `${process.version} is too old; ${instead}`, ok: 'note' }
}

/** @returns {Finding} */
export const isolationFinding = () =>
  isRoot
    ? {
        what: 'Isolation',
        is: 'each project runs as an operating system user of its own',
        ok: true,
      }
    : {
        what: 'Isolation',
        is: 'every project runs as you: projects are apart by password, not by user (run as root for that)',
        ok: 'note',
      }

/** @returns {Finding} */
export function browserFinding() {
  const what = 'Browser'
  try {
    const path = findChromium()
    if (!path)
      return { what, is: 'no Chromium; npm test installs one, npm start needs none', ok: 'note' }
    return { what, is: `${path} (for the tests)`, ok: true }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { what, is: error.message, ok: 'note' }
  }
}

/**
 * @param {string} folder
 * @returns {Finding[]}
 */
export function dataFindings(folder) {
  const existing = firstExisting(folder)
  const what = 'Data folder'
  try {
    accessSync(existing, constants.W_OK)
  } catch {
    return [{ what, is: `${folder} cannot be written: ${existing} is not yours`, ok: false }]
  }
  const is = existing === folder ? folder : `${folder} (made at the first start)`
  return [
    { what, is, ok: true },
    ...reachFinding(existing),
    reflinkFinding(existing),
    diskFinding(existing),
  ]
}

/** @param {string} folder @returns {string} */
const firstExisting = (folder) => (existsSync(folder) ? folder : firstExisting(dirname(folder)))

/**
 * As root each project's user has to walk down to its folder, so a closed folder above it stops them all.
 * @param {string} folder
 * @returns {Finding[]}
 */
function reachFinding(folder) {
  if (!isRoot) return []
  const closed = ancestors(folder).find((path) => (statSync(path).mode & 0o001) === 0)
  if (!closed) return [{ what: 'Reach', is: 'projects’ users can reach the data folder', ok: true }]
  const is = `${closed} is closed to other users, so projects could not reach their data; choose another --data`
  return [{ what: 'Reach', is, ok: false }]
}

/** @param {string} folder @returns {string[]} */
const ancestors = (folder) =>
  dirname(folder) === folder ? [folder] : [...ancestors(dirname(folder)), folder]

/** @param {string} folder @returns {Finding} */
function reflinkFinding(folder) {
  const what = 'Reflink'
  const trial = mkdtempSync(join(folder, '.plinth-doctor-'))
  try {
    const file = join(trial, 'a')
    writeFileSync(file, 'x'.repeat(65_536))
    copyFileSync(file, join(trial, 'b'), constants.COPYFILE_FICLONE_FORCE)
    return {
      what,
      is: 'copies of a project share their blocks: clones and branches cost almost no disk',
      ok: true,
    }
  } catch {
    // the file system says no in many words (ENOTSUP, EXDEV, EINVAL, ENOSYS): they all mean a full copy
    return {
      what,
      is: 'not on this file system: a copy of a project takes its full size (btrfs and xfs share blocks)',
      ok: 'note',
    }
  } finally {
    rmSync(trial, { recursive: true, force: true })
  }
}

/** @param {string} folder @returns {Finding} */
function diskFinding(folder) {
  const what = 'Free disk'
  const { bavail, bsize } = statfsSync(folder)
  const gb = (bavail * bsize) / 1e9
  // a project starts at about 40 MB, and PostgreSQL stops the moment it cannot write its log
  return { what, is: `${gb.toFixed(1)} GB`, ok: gb < 0.5 ? false : gb < 5 ? 'note' : true }
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<Finding>}
 */
export async function portFinding(host, port) {
  const what = `Port ${port}`
  const error = await listenError(host, port)
  if (!error) return { what, is: `free on ${host}`, ok: true }
  if (error.code !== 'EADDRINUSE')
    return { what, is: `cannot listen on ${host}: ${error.message}`, ok: false }
  if (await isPlinth(host, port))
    return { what, is: `Plinth is already running at http://${host}:${port}`, ok: 'note' }
  return {
    what,
    is: `taken by another program; choose one with npm start -- --port NUMBER`,
    ok: false,
  }
}

/** @returns {Promise<NodeJS.ErrnoException | undefined>} */
const listenError = (/** @type {string} */ host, /** @type {number} */ port) =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', resolve)
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })

async function isPlinth(/** @type {string} */ host, /** @type {number} */ port) {
  try {
    const reply = await fetch(`http://${host}:${port}/api/openapi.json`, {
      signal: AbortSignal.timeout(2_000),
    })
    return (await reply.text()).includes('Plinth')
  } catch {
    // whoever listens there does not speak our language
    return false
  }
}
