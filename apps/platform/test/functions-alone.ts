import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openFunctions } from '#app/engine/functions/open.ts'
import type { FunctionEvent, FunctionSource, FunctionSpec } from '#app/engine/functions/types.ts'

export const CACHE = join(tmpdir(), `plinth-test-cache-${process.getuid?.() ?? 0}`)

type Options = { readonly idleMs?: number; readonly most?: number; readonly deno?: string }

/** What runs functions, without projects round it: their deployments are made up. */
export async function functionsAlone({ idleMs, most, deno }: Options = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'plinth-'))
  // every project's functions run under an account of its own, which has to pass through
  await chmod(dir, 0o755)
  const functionsDir = join(dir, 'functions')
  const running = new Set<string>()
  const events: FunctionEvent[] = []
  const functions = await openFunctions({
    cacheDir: CACHE,
    functionsDir,
    override: deno,
    userOf: (uid) => (process.getuid?.() === 0 ? { uid, gid: uid } : undefined),
    isRunning: (ref) => running.has(ref),
    databaseSocket: () => undefined,
    log: pino({ level: 'silent' }),
    idleMs,
    most,
  })
  functions.onEvent((event) => events.push(event))
  return {
    functions,
    functionsDir,
    running,
    /** How functions ended, oldest first, by slug and why. */
    ends: () =>
      events
        .filter(({ type }) => type === 'Shutdown')
        .map(({ slug, metadata }) => `${slug} ${metadata?.['reason']}`),
    async [Symbol.asyncDispose]() {
      await functions.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

export const specOf = (ref: string, slug: string, stamp = '1'): FunctionSpec => ({
  ref,
  osUid: 700_900,
  id: slug,
  slug,
  version: 1,
  entrypoint: 'index.ts',
  stamp,
})

export const sourceOf =
  (code = `export default { fetch: () => new Response('ok') }`) =>
  async (): Promise<FunctionSource> => ({
    files: [{ path: 'index.ts', content: Buffer.from(code) }],
    env: {},
    url: 'http://gateway.test/projects/x',
  })
