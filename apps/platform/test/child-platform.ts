import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { z } from 'zod'

const START_TIMEOUT_MS = 60_000
const HOLD_TIMEOUT_MS = 30_000
const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts')
const COMPILED = join(import.meta.dirname, '..', '..', '..', '.cache', 'compiled')

type Options = {
  readonly dataDir: string
  /** The control database: the test's own, so that it can be read while no platform runs. */
  readonly connection: { readonly [Part in 'host' | 'user' | 'password' | 'database']: string }
  readonly accessToken: string
  readonly faults?: string
}

const Held = z.object({ msg: z.literal('held by a planted fault'), projectName: z.string() })

export type ChildPlatform = Awaited<ReturnType<typeof childPlatform>>

/** The platform as a process of its own, which can be killed as a power cut would. */
export async function childPlatform({ dataDir, connection, accessToken, faults = '' }: Options) {
  const cacheDir = join(tmpdir(), `plinth-test-cache-${process.getuid?.() ?? 0}`)
  await mkdir(cacheDir, { recursive: true })
  const child = spawn(process.execPath, [MAIN, '--data', dataDir, '--port', '0', '--no-open'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: COMPILED,
      PLINTH_CACHE: cacheDir,
      PLINTH_GATEWAY_PORT: '0',
      PLINTH_DATABASE_URL: urlOf(connection),
      PLINTH_ACCESS_TOKEN: accessToken,
      PLINTH_LOG_TO: 'stdout',
      PLINTH_LOG_LEVEL: 'warn',
      PLINTH_FAULTS: faults,
    },
  })
  const held = new Set<string>()
  const said: string[] = []
  const hear = (line: string) => {
    said.push(line)
    if (!line.startsWith('{')) return
    const { data } = Held.safeParse(JSON.parse(line))
    if (data) held.add(data.projectName)
  }
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', hear)
  const url = await addressOf(child, said)

  async function call(method: string, path: string, body?: object) {
    const response = await fetch(new URL(path, url), {
      method,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    // every answer of these calls is an object or a list
    return JSON.parse(text || '{}') as Record<string, unknown>
  }

  return {
    call,
    url,
    said,
    /** Resolves when an operation of this project stands at its planted fault. */
    async untilHeld(projectName: string) {
      const deadline = performance.now() + HOLD_TIMEOUT_MS
      while (!held.has(projectName)) {
        if (child.exitCode !== null || performance.now() > deadline) {
          throw new Error(`${projectName} was not held:\n${said.join('\n')}`)
        }
        await sleep(10)
      }
    },
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
  }
}

function urlOf({ host, user, password, database }: Options['connection']): string {
  const url = new URL(`postgresql://localhost:5432/${database}`)
  ;[url.username, url.password] = [user, password]
  // a folder is where its socket lies
  url.searchParams.set('host', host)
  return url.href
}

async function addressOf(child: ChildProcess, said: readonly string[]): Promise<string> {
  const deadline = performance.now() + START_TIMEOUT_MS
  for (;;) {
    if (said.some((line) => line.includes('Press Ctrl-C'))) break
    const hasEnded = child.exitCode !== null || child.signalCode !== null
    if (hasEnded || performance.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`The platform did not start:\n${said.join('\n')}`)
    }
    await sleep(10)
  }
  const [, url] = /running at\s+(\S+)/.exec(said.join('\n')) ?? []
  if (!url) throw new Error(`No address was printed:\n${said.join('\n')}`)
  return url
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** Rows of a query, for a connection that may be a pool. */
export async function rowsOf<Row extends pg.QueryResultRow>(
  db: pg.Pool,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const { rows } = await db.query<Row>(text, [...values])
  return rows
}
