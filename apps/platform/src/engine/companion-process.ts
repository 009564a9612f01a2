import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { ClusterError } from '@plinth/postgres'
import { readLines } from '#app/engine/functions/output.ts'
import type { LogFile } from './companion-log.ts'

const STOP_MS = 500
const TAIL_LINES = 100

/** A process that stands beside a project's Postgres and ends with it. */
export type CompanionProcess = {
  readonly pid: number
  /** How it ended, in words. */
  readonly exited: Promise<string>
  /** The newest lines it said, oldest first. */
  readonly logTail: () => readonly string[]
  readonly stop: () => Promise<void>
}

type Options = {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** The project's own account, where we may choose one. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined
  readonly log: LogFile
}

/** Starts it in a group of its own, so that Ctrl-C in our terminal does not end it before we do. */
export async function spawnCompanion(options: Options): Promise<CompanionProcess> {
  const { command, args, cwd, env, user, log } = options
  const child = spawn(command, args, {
    detached: true,
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })
  const tail: string[] = []
  const hear = (line: string) => {
    log.write(line)
    if (tail.push(line) > TAIL_LINES) tail.shift()
  }
  for (const stream of [child.stdout, child.stderr]) readLines(stream, hear)
  const exited = exitOf(child)
  let hasEnded = false
  void exited.then(() => (hasEnded = true))
  const { pid } = child
  if (pid === undefined) {
    throw new ClusterError('ENGINE_MISSING', `${command} cannot be run: ${await exited}`)
  }
  return {
    pid,
    exited,
    logTail: () => [...tail],
    async stop() {
      // its number may be another's by now, whose group we would end
      if (hasEnded) return
      signalGroup(pid, 'SIGTERM')
      await Promise.race([exited, sleep(STOP_MS, undefined, { ref: false })])
      if (hasEnded) return
      signalGroup(pid, 'SIGKILL')
      await exited
    },
  }
}

function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
    child.once('error', (error) => resolve(error.message))
  })
}

function signalGroup(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(-pid, signal)
  } catch {
    // it ended first, which is what the signal was for
  }
}
