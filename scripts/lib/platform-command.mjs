import { join } from 'node:path'
import { root } from './paths.mjs'

/**
 * How the platform's process is started. Compiled modules are kept, so that a second start neither
 * strips types nor compiles again; a small young generation keeps the resident size down, and the
 * platform holds little that lives between a request and forever.
 * @param {readonly string[]} flags
 * @returns {{ command: string, args: string[], env: Record<string, string> }}
 */
export const platformCommand = (flags) => ({
  command: process.execPath,
  args: ['--max-semi-space-size=4', join(root, 'apps/platform/src/main.ts'), ...flags],
  env: { NODE_COMPILE_CACHE: join(root, '.cache/compiled') },
})
