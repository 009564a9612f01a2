import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { postgresProcesses, type PostgresProcess } from './processes.ts'
import { isSystemError } from '#postgres/errors.ts'

type PostmasterFile = {
  pid: number
  port: number
  /** Which shared memory it has: another one after each crash that it survived itself. */
  memory: string
  status: string
}

/** What `postmaster.pid` says, or undefined while it is absent or half written. */
export async function readPostmasterFile(dataDir: string): Promise<PostmasterFile | undefined> {
  const text = await readOwnFile(join(dataDir, 'postmaster.pid'))
  const lines = text?.split('\n') ?? []
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!Number.isInteger(pid) || pid <= 1 || !Number.isInteger(port)) return undefined
  // the eighth line appears once the server has something to say about itself
  return { pid, port, memory: lines[6]?.trim() ?? '', status: lines[7]?.trim() ?? '' }
}

/** Reads a file the server wrote, without following a link that somebody in its account could have left. */
export async function readOwnFile(path: string): Promise<string | undefined> {
  try {
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
    return await file.readFile('utf8')
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR', 'ELOOP')) return undefined
    throw error
  }
}

/** The processes that stand in a data directory, and which of them is the postmaster its file names. */
export async function processesOf(dataDir: string): Promise<{
  postmaster: (PostgresProcess & { port: number; status: string }) | undefined
  all: PostgresProcess[]
}> {
  // /proc shows the real path, whatever links led to the folder
  const real = await realpath(dataDir).catch(() => dataDir)
  const all = await postgresProcesses(real)
  const file = await readPostmasterFile(dataDir)
  const found = all.find(({ pid, isBackend }) => pid === file?.pid && !isBackend)
  return { postmaster: found && file ? { ...found, ...file } : undefined, all }
}
