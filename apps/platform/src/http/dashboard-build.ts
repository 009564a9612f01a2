import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}
const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json', '.wasm', '.ttf', '.webmanifest'])
const MIN_COMPRESS_BYTES = 1024
// Vite puts a hash of the content into the names under assets/
const IMMUTABLE = 'public, max-age=31536000, immutable'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

type Encoding = 'br' | 'gzip'

/** One build of the dashboard, as it was found. */
export type DashboardBuild = {
  readonly madeMs: number
  readonly page: string
  /** Only names found are ever opened, so no path leads out of the folder. */
  readonly has: (name: string) => boolean
  /** Undefined where a newer build has taken it away since. */
  readonly file: (name: string, request: Request) => Promise<Response | undefined>
}

/** When the page in this folder was built; undefined where there is none. */
export const builtAt = (folder: string): Promise<number | undefined> =>
  orMissing(stat(join(folder, 'index.html'))).then((found) => found?.mtimeMs)

/** What lies in the folder now; each file is compressed once, when first asked for. */
export async function readBuild(folder: string): Promise<DashboardBuild | undefined> {
  const madeMs = await builtAt(folder)
  if (madeMs === undefined) return undefined
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name))}`),
  )
  const compressed = new Map<string, Promise<Buffer>>()

  function compress(name: string, encoding: Encoding): Promise<Buffer> {
    const key = `${encoding} ${name}`
    let body = compressed.get(key)
    if (!body) {
      body = readFile(join(folder, name)).then((bytes) =>
        encoding === 'br'
          ? brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
          : gzipped(bytes, { level: 9 }),
      )
      compressed.set(key, body)
    }
    return body
  }

  async function file(name: string, request: Request): Promise<Response | undefined> {
    const extension = extname(name)
    const headers = new Headers({
      'content-type': TYPES[extension] ?? 'application/octet-stream',
      'cache-control': name.startsWith('/assets/') ? IMMUTABLE : 'no-cache',
    })
    const found = await orMissing(stat(join(folder, name)))
    if (!found) return undefined
    const encoding = acceptedEncoding(request.headers)
    if (encoding && COMPRESSIBLE.has(extension) && found.size >= MIN_COMPRESS_BYTES) {
      headers.set('content-encoding', encoding)
      headers.set('vary', 'accept-encoding')
      return new Response(new Uint8Array(await compress(name, encoding)), { headers })
    }
    headers.set('content-length', String(found.size))
    const stream = Readable.toWeb(createReadStream(join(folder, name)))
    return new Response(stream, { headers })
  }

  return { madeMs, page, has: (name) => names.has(name), file }
}

async function orMissing<Found>(looking: Promise<Found>): Promise<Found | undefined> {
  try {
    return await looking
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function acceptedEncoding(headers: Headers): Encoding | undefined {
  const accepted = headers.get('accept-encoding') ?? ''
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}
