import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { Deno } from './deno-binary.ts'
import { common, IMPORT_HOSTS } from './permissions.ts'
import { type Bundle, FunctionUnfit, type User } from './types.ts'

const TIMEOUT_MS = 90_000
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024
const MAX_MESSAGE = 2_000
// of one downloaded file, and of the memory that reading modules may ask for
const MAX_FILE_BYTES = 64 * 1024 * 1024
const MAX_DATA_BYTES = 3 * 1024 * 1024 * 1024

const Graph = z.object({ modules: z.array(z.object({ specifier: z.string() })) })

type Options = { readonly deno: Deno; readonly bundle: Bundle; readonly user: User | undefined }

// by project: the deployments of one must not take the machine from the others
const turns = new Map<string, Promise<void>>()

/** Reads every module and fetches what is imported; nothing of it is run. @throws FunctionUnfit */
export async function checkBundle(options: Options): Promise<void> {
  const project = join(options.bundle.dir, '..', '..')
  const before = turns.get(project)
  const run = (async () => {
    await before
    await check(options)
  })()
  const turn = run.catch(() => undefined)
  turns.set(project, turn)
  try {
    await run
  } finally {
    if (turns.get(project) === turn) turns.delete(project)
  }
}

async function check(options: Options): Promise<void> {
  const { deno, bundle } = options
  const flags = [...common(bundle.importMap), `--allow-import=${IMPORT_HOSTS.join(',')}`]
  const graph = await run(options, ['info', '--json', ...flags, bundle.entry])
  // before a message could quote from such a file
  refuseForeign(graph.stdout, bundle)
  const fetched = await run(options, ['cache', ...flags, deno.runtime, bundle.entry])
  if (fetched.code !== 0) throw new FunctionUnfit(cleaned(fetched.stderr, bundle))
}

/** Running it would refuse them as well, a request later. */
function refuseForeign(json: string, { codeDir }: Bundle) {
  const graph = parsed(json)
  const own = `${pathToFileURL(codeDir).href}/`
  const foreign = graph?.modules.find(
    ({ specifier }) => specifier.startsWith('file:') && !specifier.startsWith(own),
  )
  if (foreign) {
    throw new FunctionUnfit('It imports a file from outside its own folder, which it cannot read')
  }
}

function parsed(json: string) {
  try {
    return Graph.safeParse(JSON.parse(json)).data
  } catch {
    return undefined // it could not be read at all: fetching it says why
  }
}

/** The runtime's own words, without where it lies on this machine. */
export function cleaned(text: string, { codeDir, dir }: Pick<Bundle, 'codeDir' | 'dir'>): string {
  const [message = ''] = text.split(/\n\s*Stack backtrace:/)
  return withoutPaths(message, { codeDir, dir })
    .replace(/^error: /, '')
    .trim()
    .slice(0, MAX_MESSAGE)
}

/** Takes out of what a runtime says where the function lies on this machine. */
export const withoutPaths = (text: string, { codeDir, dir }: Pick<Bundle, 'codeDir' | 'dir'>) =>
  [`${pathToFileURL(codeDir).href}/`, `${codeDir}/`, pathToFileURL(dir).href, dir].reduce(
    (rest, path) => rest.replaceAll(path, ''),
    text,
  )

type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string }

function run({ deno, bundle, user }: Options, args: readonly string[]): Promise<Ran> {
  const limits = [`--fsize=${MAX_FILE_BYTES}`, `--data=${MAX_DATA_BYTES}`, '--core=0']
  const [command, ...rest] = deno.limiter
    ? [deno.limiter, ...limits, deno.path, ...args]
    : [deno.path, ...args]
  const options = {
    cwd: '/',
    env: environment(bundle),
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL' as const,
    maxBuffer: MAX_OUTPUT_BYTES,
    encoding: 'utf8' as const,
    ...user,
  }
  return new Promise((resolve, reject) => {
    execFile(command ?? deno.path, rest, options, (error, stdout, stderr) => {
      if (error?.killed || error?.signal) {
        reject(new FunctionUnfit('Reading it and fetching what it imports took too long'))
      } else if (typeof error?.code === 'string') reject(error)
      else resolve({ code: error?.code ?? 0, stdout, stderr })
    })
  })
}

/** All that a runtime's process has in its environment. */
export const environment = ({ denoDir }: Pick<Bundle, 'denoDir'>) => ({
  DENO_DIR: denoDir,
  DENO_NO_UPDATE_CHECK: '1',
  DENO_NO_PACKAGE_JSON: '1',
  // an installation behind a company's proxy trusts what its machine does
  DENO_TLS_CA_STORE: 'mozilla,system',
  NO_COLOR: '1',
})
