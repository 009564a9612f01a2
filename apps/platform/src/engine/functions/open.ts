import { mkdir } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { FUNCTION_LIMITS } from '@plinth/contract'
import { endOrphanFunctions } from '#app/engine/companion-orphans.ts'
import { type Deno, findDeno } from './deno-binary.ts'
import { type Functions, functions, type FunctionsOptions } from './functions.ts'
import { FunctionAway } from './types.ts'

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

/** What runs edge functions here. */
export async function openFunctions(options: Options): Promise<Functions> {
  const { cacheDir, override, functionsDir, log } = options
  await mkdir(functionsDir, { recursive: true, mode: 0o755 })
  const ended = await endOrphanFunctions(functionsDir)
  if (ended > 0) log.warn({ ended }, 'edge functions of a platform that was killed were ended')
  const memoryMb = totalmem() / 1024 / 1024
  const suited = Math.max(LEAST, Math.floor((memoryMb * SHARE) / FUNCTION_LIMITS.memoryMb))
  const { most = suited } = options
  let found: Promise<Deno> | undefined

  /** Found when it is first needed: its binary is large, and may have to be copied. */
  function deno(): Promise<Deno> {
    found ??= findDeno({ override, cacheDir }).catch((error: unknown) => {
      log.warn({ err: error }, 'there is no Deno for this system: projects go without functions')
      throw new FunctionAway('unavailable')
    })
    return found
  }
  return functions({ ...options, most, deno })
}
