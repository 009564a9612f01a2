import { constants } from 'node:fs'
import { lchown, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { LogFile } from './companion-log.ts'
import { type CompanionProcess, spawnCompanion } from './companion-process.ts'
import { becomesReady, PROBE } from './companion-ready.ts'
import type { Postgrest } from './postgrest-binary.ts'
import { type PostgrestConfig, postgrestConfigText } from './postgrest-config.ts'

export type RunningPostgrest = CompanionProcess & { readonly socketPath: string }

type Options = {
  readonly binary: Postgrest
  /** The project's folder, which is ours; its socket lies in one below that is the project's. */
  readonly projectDir: string
  /** Tells the files of two that run side by side apart. */
  readonly name: string
  readonly user: { readonly uid: number; readonly gid: number } | undefined
  readonly cpus: number
  readonly heapMb: number
  readonly config: PostgrestConfig
  readonly log: LogFile
  readonly signal: AbortSignal
}

/** Starts one PostgREST and resolves once it has read the schema and answers. */
export async function startPostgrest(options: Options): Promise<RunningPostgrest> {
  const { binary, projectDir, name, user, cpus, heapMb, config, log, signal } = options
  const socketDir = join(projectDir, 'rest')
  const socketPath = join(socketDir, `${name}.sock`)
  const file = join(projectDir, `rest-${name}.conf`)
  await mkdir(socketDir, { recursive: true, mode: 0o700 })
  if (user) await lchown(socketDir, user.uid, user.gid)
  await rm(socketPath, { force: true })
  await writeConfig(file, postgrestConfigText(config, socketPath), user)
  const child = await spawnCompanion({
    command: binary.path,
    args: [file],
    cwd: '/',
    env: {
      LC_ALL: 'C',
      // as many threads as the size pays for, and an end to one that hoards memory
      GHCRTS: `-N${Math.max(1, Math.floor(cpus))} -M${heapMb}m`,
    },
    user,
    // it would log every question whether it is ready yet
    log: { ...log, write: (line) => void (line.includes(PROBE) || log.write(line)) },
  })
  const forget = () => Promise.all([rm(file, { force: true }), rm(socketPath, { force: true })])
  // expected: the folder went with the project
  void child.exited.then(forget).catch(() => undefined)
  try {
    await becomesReady(child, { what: 'The data API', socketPath, signal })
    return { ...child, socketPath }
  } catch (error) {
    await child.stop()
    throw error
  }
}

/** In our own folder, so that nobody can have put a link where we write; readable by the project alone. */
async function writeConfig(file: string, text: string, user: Options['user']) {
  await rm(file, { force: true })
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
  const handle = await open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  try {
    await handle.writeFile(text)
    if (user) await handle.chown(user.uid, user.gid)
  } finally {
    await handle.close()
  }
}
