import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { root } from './paths.mjs'

const isWindows = process.platform === 'win32'
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/** @typedef {{ env?: NodeJS.ProcessEnv, cwd?: string, quiet?: boolean, until?: AbortSignal }} RunOptions */

/**
 * Runs a program with our own input and output, hands it the signals we get and waits for its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>} its exit code, or 128 + the signal that ended it
 */
export function run(command, args, { env, cwd = root, quiet = false, until } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'ignore', 'inherit'] : 'inherit',
    })
    const stopForwarding = forwardSignals(child)
    until?.addEventListener('abort', () => child.kill('SIGTERM'))
    child.once('error', (error) => {
      stopForwarding()
      reject(error)
    })
    child.once('exit', (code, signal) => {
      stopForwarding()
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0))
    })
  })
}

/** @param {import('node:child_process').ChildProcess} child */
function forwardSignals(child) {
  // A terminal gives Ctrl-C and its own closing to every process of the group itself;
  // passing them on as well would be a second Ctrl-C, which means "now, without cleaning up".
  const isFromTerminal = process.stdin.isTTY
  const pass = (/** @type {NodeJS.Signals} */ signal) => {
    if (signal === 'SIGTERM' || !isFromTerminal) child.kill(signal)
  }
  // with a listener we outlive the signal, and end when the child has finished its work
  for (const signal of SIGNALS) process.on(signal, pass)
  const stopWatching = watchNpm(() => child.kill('SIGTERM'))
  return () => {
    for (const signal of SIGNALS) process.off(signal, pass)
    stopWatching()
  }
}

/**
 * npm that is killed outright takes nobody with it, and nothing is left that a Ctrl-C could reach. (The
 * scripts of package.json say `exec` for the gentler case: npm's signals go to its child, which would
 * be a shell that keeps them to itself.)
 * @param {() => void} onGone
 */
function watchNpm(onGone) {
  const parent = process.ppid
  // started by hand, a parent that leaves is a shell that was closed on purpose: `nohup … &`
  if (!process.env.npm_lifecycle_event) return () => {}
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onGone()
  }, 1000)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * npm as a command line that spawn takes on every system: the one that started us, else the one on the PATH.
 * @returns {[command: string, args: string[]]}
 */
export function npm() {
  const cli = process.env.npm_execpath
  if (cli && /npm-cli\.c?js$/.test(cli) && existsSync(cli)) return [process.execPath, [cli]]
  // npm.cmd is a batch file, which spawn takes only through a shell
  if (isWindows) return ['cmd.exe', ['/d', '/s', '/c', 'npm']]
  if (!onPath('npm')) {
    throw new Failure(
      'npm was not found on the PATH. Install Node.js together with npm and try again.',
    )
  }
  return ['npm', []]
}

/**
 * @param {string} name
 * @returns {string | undefined} the program's full path
 */
export function onPath(name) {
  const names = isWindows ? [`${name}.exe`, `${name}.cmd`] : [name]
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((file) => join(folder, file)))
    .find((path) => existsSync(path))
}

/**
 * The first line a program prints, or undefined when it does not run here.
 * @param {string} command
 * @param {...string} args
 */
export function firstLineOf(command, ...args) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', timeout: 20_000 })
  return status === 0 ? stdout.trim().split('\n')[0] : undefined
}

/** Something the person in front of the terminal can mend: shown as its sentence, without a stack. */
export class Failure extends Error {}

/**
 * The body of a script: its number is the exit code, and a Failure becomes a plain message.
 * @param {() => Promise<number>} body
 */
export async function main(body) {
  try {
    process.exitCode = await body()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    console.error(`\n${error.message}`)
    process.exitCode = 1
  }
}
