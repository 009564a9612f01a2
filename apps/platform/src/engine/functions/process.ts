import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { FUNCTION_LIMITS } from '@plinth/contract'
import { environment, withoutPaths } from './check.ts'
import type { Deno } from './deno-binary.ts'
import { dam, readLines, type Said, saidBy } from './output.ts'
import { confinement } from './permissions.ts'
import {
  type Bundle,
  DATABASE_HOST,
  type End,
  type EndReason,
  FunctionUnfit,
  type User,
} from './types.ts'
import { watch } from './watch.ts'

const BOOT_MS = 10_000
const STOP_MS = 500
// behind Postgres and the platform where there is not enough for all
const PRIORITY = 10
// of memory a process may ask for at all, some 600 MB of which the engine asks for and never uses: between
// two looks at what it holds it could take the machine's
const MAX_DATA_BYTES = 1_200_000_000
const MAX_OPEN_FILES = 1_024
const OUT_OF_MEMORY = /out of memory|heap limit/i

export type FunctionProcess = {
  readonly pid: number
  readonly socketPath: string
  readonly exited: Promise<End>
  readonly bootedMs: number
  readonly stop: (reason: EndReason) => Promise<void>
}

type Options = {
  readonly deno: Deno
  readonly bundle: Bundle
  readonly user: User | undefined
  readonly socketPath: string
  readonly gateway: { readonly url: string; readonly socketPath: string }
  readonly databaseSocket: string
  readonly ownAddresses: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly hear: (said: Said) => void
}

/** Starts a function and resolves once it takes requests. @throws FunctionUnfit where it does not get there */
export async function startProcess(options: Options): Promise<FunctionProcess> {
  const startedMs = performance.now()
  const mark = `${randomBytes(16).toString('base64url')} `
  const child = launch(options)
  const { pid } = child
  let reason: EndReason | undefined
  let lastWords = ''
  const ready = Promise.withResolvers<void>()
  const exited = new Promise<End>((resolve) => {
    const end = (how: string) => {
      const found = OUT_OF_MEMORY.test(lastWords) ? 'memory' : 'crashed'
      resolve({ reason: reason ?? found, how, ranMs: performance.now() - startedMs })
    }
    child.once('exit', (code, signal) => end(signal ?? `code ${code}`))
    child.once('error', (error) => end(error.message))
  })
  if (pid === undefined) throw new Error(`Deno cannot be run: ${(await exited).how}`)

  const hear = dam((said) => options.hear(tidied(said, options)))
  listen(child, {
    mark,
    hear: (said) => {
      if (said.is === 'ready') ready.resolve()
      else if (said.is === 'unfit') ready.reject(new FunctionUnfit(tidied(said, options).text))
      else hear(said)
    },
    hearEngine: (line) => (lastWords = `${lastWords}\n${line}`.slice(-4_000)),
  })
  // expected: it ended before it was told everything
  child.stdin?.on('error', () => undefined)
  const { bundle, socketPath, env, gateway } = options
  const database = { host: DATABASE_HOST, socketPath: options.databaseSocket }
  const setup = { entry: bundle.entry, socketPath, mark, env, gateway, database }
  child.stdin?.end(JSON.stringify(setup))

  const kill = (why: EndReason) => {
    reason ??= why
    signalGroup(pid, 'SIGKILL')
  }
  const unwatch = watch({ pid, mark, socketPath, ready: ready.promise, kill })
  void exited.then(unwatch)
  try {
    await Promise.race([ready.promise, failedBy(exited, () => lastWords), tooLate()])
  } catch (error) {
    kill('stopped')
    await exited
    throw error
  }
  // not before: somebody waits for it to start
  stepBack(pid)
  return {
    pid,
    socketPath,
    exited,
    bootedMs: performance.now() - startedMs,
    async stop(why) {
      reason ??= why
      signalGroup(pid, 'SIGTERM')
      if (await Promise.race([exited, sleep(STOP_MS, undefined, { ref: false })])) return
      signalGroup(pid, 'SIGKILL')
      await exited
    },
  }
}

function launch(options: Options) {
  const { deno, bundle, user, socketPath, gateway, databaseSocket, ownAddresses } = options
  const flags = confinement({
    bundleDir: bundle.codeDir,
    importMap: bundle.importMap,
    sockets: [socketPath, gateway.socketPath, databaseSocket],
    ownAddresses,
  })
  const limits = [`--data=${MAX_DATA_BYTES}`, `--nofile=${MAX_OPEN_FILES}`, '--core=0']
  const [command, ...args] = [
    ...(deno.limiter ? [deno.limiter, ...limits] : []),
    deno.path,
    'run',
    ...flags,
    deno.runtime,
  ]
  return spawn(command, args, {
    // a group of its own: Ctrl-C in our terminal does not end it before we do
    detached: true,
    cwd: bundle.codeDir,
    env: environment(bundle),
    stdio: ['pipe', 'pipe', 'pipe'],
    ...user,
  })
}

type Listening = {
  readonly mark: string
  readonly hear: (said: Said) => void
  readonly hearEngine: (line: string) => void
}

function listen({ stdout, stderr }: ChildProcess, { mark, hear, hearEngine }: Listening) {
  if (!stdout || !stderr) return
  readLines(stdout, (line) => hear(saidBy(line, mark)))
  let isDying = false
  readLines(stderr, (line) => {
    hearEngine(line)
    // what follows is about the engine's inside
    isDying ||= line.startsWith('<--- Last few GCs') || /^#+$|Fatal error/.test(line)
    if (!isDying) hear({ is: 'log', level: 'error', text: line })
  })
}

const tidied = <Heard extends Said>(said: Heard, { bundle, deno }: Options): Heard =>
  'text' in said
    ? { ...said, text: withoutPaths(said.text, bundle).replaceAll(deno.runtime, 'runtime.ts') }
    : said

async function failedBy(exited: Promise<End>, lastWords: () => string): Promise<never> {
  const { how, reason } = await exited
  if (reason === 'memory') {
    throw new FunctionUnfit(`It used more than ${FUNCTION_LIMITS.memoryMb} MB before it was ready`)
  }
  if (reason === 'blocked') throw new FunctionUnfit('It kept busy for too long before it was ready')
  throw new FunctionUnfit(`It ended with ${how} before it was ready. ${lastWords().trim()}`)
}

async function tooLate(): Promise<never> {
  await sleep(BOOT_MS, undefined, { ref: false })
  throw new FunctionUnfit(`It was not ready after ${BOOT_MS / 1000} seconds`)
}

function stepBack(pid: number) {
  try {
    setPriority(pid, PRIORITY)
  } catch {
    // it ended already
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(-pid, signal)
  } catch {
    // it ended first, which is what the signal was for
  }
}
