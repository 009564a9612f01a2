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
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}
const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json', '.wasm', '.webmanifest'])
const MIN_COMPRESS_BYTES = 1024
// Vite puts a hash of the content into the names under assets/
const IMMUTABLE = 'public, max-age=31536000, immutable'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

type Encoding = 'br' | 'gzip'
type Served = { readonly response: Response; readonly isPage: boolean }
export type DashboardFiles = {
  readonly serve: (request: Request, nonce: string) => Promise<Served | undefined>
}

/** The dashboard's build, held by name; each compressed once, when first asked for. */
export async function dashboardFiles(folder: string): Promise<DashboardFiles | undefined> {
  const isBuilt = await stat(join(folder, 'index.html')).then(
    () => true,
    () => false, // not built: the API works without its dashboard
  )
  if (!isBuilt) return undefined
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name))}`)
  const known = new Set(names)
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

  async function file(name: string, request: Request): Promise<Response> {
    const extension = extname(name)
    const headers = new Headers({
      'content-type': TYPES[extension] ?? 'application/octet-stream',
      'cache-control': name.startsWith('/assets/') ? IMMUTABLE : 'no-cache',
    })
    const { size } = await stat(join(folder, name))
    const encoding = acceptedEncoding(request.headers)
    if (encoding && COMPRESSIBLE.has(extension) && size >= MIN_COMPRESS_BYTES) {
      headers.set('content-encoding', encoding)
      headers.set('vary', 'accept-encoding')
      return new Response(new Uint8Array(await compress(name, encoding)), { headers })
    }
    headers.set('content-length', String(size))
    const stream = Readable.toWeb(createReadStream(join(folder, name)))
    return new Response(stream, { headers })
  }

  return {
    async serve(request, nonce) {
      const { pathname } = new URL(request.url)
      // only names found at start are ever opened, so no path leads out of the folder
      if (pathname !== '/index.html' && known.has(pathname)) {
        return { response: await file(pathname, request), isPage: false }
      }
      // a missing file is missing; everything else is a page of the single-page application
      if (pathname.startsWith('/assets/') || TYPES[extname(pathname)]) return undefined
      const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
      const body = page.replaceAll('__CSP_NONCE__', nonce)
      return { response: new Response(body, { headers }), isPage: true }
    },
  }
}

function acceptedEncoding(headers: Headers): Encoding | undefined {
  const accepted = headers.get('accept-encoding') ?? ''
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}
