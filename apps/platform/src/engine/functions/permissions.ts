import { FUNCTION_LIMITS } from '@plinth/contract'

// Deno judges a name by the addresses it resolves to, an IPv4 address in IPv6 clothes as what it is.
// It knows no ranges of IPv6: of those only the addresses of this machine are denied.
const PRIVATE_RANGES = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '[::]',
  '[::1]',
]

/** Where code is imported from: registries and the well-known hosts of modules. */
export const IMPORT_HOSTS = [
  'deno.land:443',
  'jsr.io:443',
  'esm.sh:443',
  'raw.esm.sh:443',
  'cdn.jsdelivr.net:443',
  'raw.githubusercontent.com:443',
  'gist.githubusercontent.com:443',
]

// a proxy is asked for by name, and a name would lead where an address may not
const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY']
// how we set the runtime up, which is nobody's business
const OWN = [
  'DENO_DIR',
  'DENO_NO_UPDATE_CHECK',
  'DENO_NO_PACKAGE_JSON',
  'DENO_TLS_CA_STORE',
  'NO_COLOR',
]

// the rest of what it may hold is the engine's own, and buffers outside the heap
const HEAP_MB = FUNCTION_LIMITS.memoryMb - 32

export type Confined = {
  /** The function's own files. */
  readonly bundleDir: string
  /** What it may listen on and connect to. */
  readonly sockets: readonly string[]
  readonly importMap: string | undefined
  /** This machine's own addresses, on which other things listen. */
  readonly ownAddresses: readonly string[]
}

/** The flags that a function's process is confined by. What is not allowed here is denied without a question. */
export function confinement({ bundleDir, sockets, importMap, ownAddresses }: Confined): string[] {
  const own = ownAddresses.map((address) => (address.includes(':') ? `[${address}]` : address))
  const ignored = [...PROXIES, ...PROXIES.map((name) => name.toLowerCase()), ...OWN]
  return [
    ...common(importMap),
    '--no-prompt',
    // a request's signal means that its caller hung up, and nothing else
    '--unstable-no-legacy-abort',
    '--cached-only',
    `--allow-import=${IMPORT_HOSTS.join(',')}`,
    '--allow-env',
    `--ignore-env=${ignored.join(',')}`,
    `--allow-read=${[bundleDir, ...sockets].join(',')}`,
    `--allow-write=${sockets.join(',')}`,
    '--allow-net',
    `--deny-net=${[...PRIVATE_RANGES, ...own].join(',')}`,
    '--deny-run',
    '--deny-ffi',
    '--deny-sys',
    `--v8-flags=--max-old-space-size=${HEAP_MB}`,
  ]
}

/** What reading and fetching a function's modules has in common with running it. */
export const common = (importMap: string | undefined): string[] => [
  '--quiet',
  '--no-config',
  '--no-lock',
  '--node-modules-dir=none',
  ...(importMap === undefined ? [] : [`--import-map=${importMap}`]),
]
