import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Another platform works on this data folder. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse'
}

const startOf = async (pid: number): Promise<string | undefined> => {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // the 22nd field, counted after the name, which may hold spaces: when the process began
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined // no such process, or no /proc on this system
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it is there and somebody else's
    return (error as NodeJS.ErrnoException).code === 'EPERM' // kill throws no other kind
  }
}

/**
 * One platform per data folder: two would start the same servers. A lock that a killed platform
 * left is taken over; a pid alone is not believed, it may have been given to another process.
 * @throws DataFolderInUse
 */
export async function lockDataFolder(dataDir: string): Promise<() => Promise<void>> {
  const file = join(dataDir, 'platform.lock')
  const mine = `${process.pid} ${(await startOf(process.pid)) ?? ''}\n`
  for (;;) {
    try {
      await writeFile(file, mine, { flag: 'wx', mode: 0o600 })
      return () => rm(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // fs rejects with these
    }
    const [pid = 0, started = ''] = (await readFile(file, 'utf8').catch(() => '')).trim().split(' ')
    const isHeld = isAlive(Number(pid)) && (await startOf(Number(pid))) === (started || undefined)
    if (Number(pid) > 0 && isHeld) {
      throw new DataFolderInUse(
        `Plinth already runs on ${dataDir} (process ${pid}). Stop it, or choose another folder with --data`,
      )
    }
    await rm(file, { force: true })
  }
}
