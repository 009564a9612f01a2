import { mkdir } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { FUNCTION_LIMITS } from '@plinth/contract'
import { endOrphanFunctions } from '#app/engine/companion-orphans.ts'
import { findDeno } from './deno-binary.ts'
import { type Functions, functions, type FunctionsOptions } from './functions.ts'

// of the machine's memory, what functions may hold together
const SHARE = 0.5
const LEAST = 4

type Options = Omit<FunctionsOptions, 'deno' | 'most'> & {
  /** Processes of all projects together; as many as suit the machine unless told. */
  readonly most?: number | undefined
  readonly cacheDir: string
  /** A Deno binary of the operator's own. */
  readonly override: string | undefined
}

/** What runs edge functions here; undefined where nothing can. */
export async function openFunctions(options: Options): Promise<Functions | undefined> {
  const { cacheDir, override, functionsDir, log } = options
  await mkdir(functionsDir, { recursive: true, mode: 0o755 })
  const ended = await endOrphanFunctions(functionsDir)
  if (ended > 0) log.warn({ ended }, 'edge functions of a platform that was killed were ended')
  const memoryMb = totalmem() / 1024 / 1024
  const suited = Math.max(LEAST, Math.floor((memoryMb * SHARE) / FUNCTION_LIMITS.memoryMb))
  try {
    const { most = suited } = options
    return functions({ ...options, most, deno: await findDeno({ override, cacheDir }) })
  } catch (error) {
    log.warn({ err: error }, 'there is no Deno for this system: projects go without edge functions')
    return undefined
  }
}
