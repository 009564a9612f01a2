import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { isRoot, root } from './paths.mjs'
import { Failure, firstLineOf, onPath, run } from './run.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const PLACES = [
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/**
 * How our tests start Chromium. Its sandbox cannot be had as root, and only then is it given up; the
 * rest keeps it from doing work of its own while we measure and wait.
 */
export const chromiumArgs = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-quic',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
]

/** A Chromium on this machine, or undefined. Downloads nothing. */
export function findChromium() {
  const own = process.env.PLINTH_CHROMIUM
  if (own) {
    if (existsSync(own)) return own
    throw new Failure(`PLINTH_CHROMIUM names ${own}, which does not exist.`)
  }
  return [...NAMES.map(onPath), ...PLACES, playwrightsOwn()].find((path) => path && runs(path))
}

/** A Chromium on this machine; where there is none it is installed. */
export async function ensureChromium() {
  const present = findChromium()
  if (present) return present
  console.log('No Chromium found; installing one for the browser tests…')
  if (isRoot && onPath('apt-get')) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    const options = { env, quiet: true }
    const updated = await run('apt-get', ['update', '-q'], options)
    if (updated === 0) await run('apt-get', ['install', '-qy', 'chromium'], options)
  }
  if (!findChromium()) {
    const cli = join(root, 'node_modules', 'playwright', 'cli.js')
    await run(process.execPath, [cli, 'install', 'chromium'])
  }
  const installed = findChromium()
  if (installed) return installed
  throw new Failure(
    'The browser tests need Chromium or Chrome and none could be installed. Install one (for example `sudo apt install chromium`) or set PLINTH_CHROMIUM to its path. `npm run check` needs no browser.',
  )
}

// Ubuntu's `chromium-browser` may be a note about a snap, and Playwright's may lack system libraries:
// a file that exists is not yet a browser. On Windows --version opens a window, so there it must do.
const runs = (/** @type {string} */ path) =>
  existsSync(path) && (process.platform === 'win32' || firstLineOf(path, '--version') !== undefined)

function playwrightsOwn() {
  try {
    const require = createRequire(join(root, 'package.json'))
    return /** @type {string} */ (require('playwright-core').chromium.executablePath())
  } catch {
    // not installed yet
    return undefined
  }
}
