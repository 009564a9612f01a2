import { extname } from 'node:path'
import { builtAt, readBuild } from './dashboard-build.ts'

type Served = { readonly response: Response; readonly isPage: boolean }
export type DashboardFiles = {
  readonly serve: (request: Request, nonce: string) => Promise<Served | undefined>
}

/** The dashboard's build. One made anew beside a running platform is taken over as a whole. */
export async function dashboardFiles(folder: string): Promise<DashboardFiles | undefined> {
  let build = await readBuild(folder)
  // not built: the API works without its dashboard
  if (!build) return undefined

  async function newest() {
    const madeMs = await builtAt(folder)
    // no page: in the middle of a build, and the last one is the best there is
    if (madeMs !== undefined && madeMs !== build?.madeMs) build = (await readBuild(folder)) ?? build
    return build
  }

  return {
    async serve(request, nonce) {
      const { pathname } = new URL(request.url)
      const known = build?.has(pathname) ? build : await newest()
      if (pathname !== '/index.html' && known?.has(pathname)) {
        const response = await known.file(pathname, request)
        return response && { response, isPage: false }
      }
      // a missing file is missing; everything else is a page of the single-page application
      if (!known || pathname.startsWith('/assets/') || isFileName(pathname)) return undefined
      const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
      const body = known.page.replaceAll('__CSP_NONCE__', nonce)
      return { response: new Response(body, { headers }), isPage: true }
    },
  }
}

const FILES = new Set(
  '.html .js .css .svg .json .png .ico .wasm .woff2 .webmanifest .ttf .map'.split(' '),
)
const isFileName = (pathname: string) => FILES.has(extname(pathname))
