import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's own folder, without a slash at the end. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** What we fetch or remember. Inside the clone, so that deleting the clone leaves nothing behind. */
export const cache = join(root, '.cache')

export const isRoot = process.getuid?.() === 0

/**
 * Where projects live when nobody says otherwise.
 * As root not below /root: each project's own user must be able to walk to its folder.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function defaultDataFolder(env = process.env) {
  if (isRoot) return '/var/lib/plinth'
  return join(env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'plinth')
}
