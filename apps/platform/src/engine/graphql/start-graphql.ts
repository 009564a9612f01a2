import { constants } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LogFile } from '#app/engine/companion-log.ts'
import { becomesReady } from '#app/engine/companion-ready.ts'
import { spawnCompanion } from '#app/engine/companion-process.ts'
import type { GraphqlConfig } from './config.ts'

const PROCESS = fileURLToPath(new URL('graphql-process.ts', import.meta.url))
const HEAP_MB = 256

type Options = {
  /** The project's folder, which is ours. */
  readonly projectDir: string
  /** Tells the files of two that run side by side apart. */
  readonly name: string
  readonly config: Omit<GraphqlConfig, 'socketPath'>
  readonly log: LogFile
  readonly signal: AbortSignal
}

/** Starts one GraphQL process and resolves once it answers. */
export async function startGraphql({ projectDir, name, config, log, signal }: Options) {
  // ours alone: the project's account has no business at this socket
  const socketDir = join(projectDir, 'graphql')
  const socketPath = join(socketDir, `${name}.sock`)
  const file = join(projectDir, `graphql-${name}.json`)
  await mkdir(socketDir, { recursive: true, mode: 0o700 })
  await rm(socketPath, { force: true })
  await writeNew(file, JSON.stringify({ ...config, socketPath } satisfies GraphqlConfig))
  const child = await spawnCompanion({
    command: process.execPath,
    args: [PROCESS, file],
    cwd: '/',
    env: { LC_ALL: 'C', NODE_ENV: 'production', NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` },
    // it reads its own code as who we are, then becomes the project before it connects
    user: undefined,
    log,
  })
  const forget = () => Promise.all([rm(file, { force: true }), rm(socketPath, { force: true })])
  // expected: the folder went with the project
  void child.exited.then(forget).catch(() => undefined)
  try {
    await becomesReady(child, { what: 'GraphQL', socketPath, signal })
    return { ...child, socketPath }
  } catch (error) {
    await child.stop()
    throw error
  }
}

/** Never through a link that somebody may have put there. */
async function writeNew(file: string, text: string) {
  await rm(file, { force: true })
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
  const handle = await open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  try {
    await handle.writeFile(text)
  } finally {
    await handle.close()
  }
}
