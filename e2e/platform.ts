import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { platformCommand } from '../scripts/lib/platform-command.mjs'

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 20_000

export type RunningPlatform = {
  readonly url: string
  readonly welcomeUrl: string | undefined
  readonly dataDir: string
  readonly pid: number
  /** Resolves when it has ended, by whatever. */
  readonly ended: Promise<void>
  /** Ends it as a power cut would. */
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<void>
  /** Everything it has printed. */
  readonly output: () => string
}

type Options = {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
  /** 0: any free one. A restarted platform takes its old one, so that open pages find it again. */
  readonly port?: number
}

/** A folder for one platform's data that other accounts can pass through. */
export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-'))
  await chmod(folder, 0o755)
  return folder
}

export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true })

/** Starts the platform as `npm start` does, once everything is installed and built. */
export async function startPlatform({
  dataDir,
  env = {},
  port = 0,
}: Options): Promise<RunningPlatform> {
  const flags = ['--data', dataDir, '--port', String(port), '--no-open']
  const { command, args, env: ownEnv } = platformCommand(flags)
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...ownEnv,
      PLINTH_CACHE: await sharedCache(),
      PLINTH_GATEWAY_PORT: '0',
      ...env,
    },
  })
  const ended = once(child, 'exit').then(() => undefined)
  let output = ''
  const collect = (chunk: Buffer) => (output += chunk.toString())
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  await untilPrinted(
    child,
    () => output.includes('Press Ctrl-C'),
    () => output,
  )
  const url = /running at\s+(\S+)/.exec(output)?.[1]
  if (!url) throw new Error(`No address was printed:\n${output}`)
  return {
    url,
    welcomeUrl: /(http\S+\/welcome\S+)/.exec(output)?.[1],
    dataDir,
    pid: child.pid ?? 0,
    ended,
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
    output: () => output,
  }
}

/** Binaries and templates, made once for all platforms of all test runs of this machine. */
async function sharedCache(): Promise<string> {
  const folder = join(tmpdir(), 'plinth-test-cache')
  await mkdir(folder, { recursive: true, mode: 0o755 })
  return folder
}

async function untilPrinted(child: ChildProcess, isPrinted: () => boolean, output: () => string) {
  const deadline = performance.now() + START_TIMEOUT_MS
  while (!isPrinted()) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The platform ended with ${child.exitCode ?? child.signalCode}:\n${output()}`)
    }
    if (performance.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`The platform did not start in time:\n${output()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await ended
  clearTimeout(timer)
}
