import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

const CLOSE_MS = 1_500
// a query over logs travels in its address
const MAX_HEADER_BYTES = 64 * 1024

type Handle = (request: IncomingMessage, response: ServerResponse) => void

export type Listening = {
  readonly url: string
  readonly handle: (handle: Handle) => void
  readonly close: () => Promise<void>
}

/** Listens at once, so that the port is known; requests wait until there is something to handle them. */
export function listen({ host, port }: { host: string; port: number }): Promise<Listening> {
  let provide: (handle: Handle) => void
  const provided = new Promise<Handle>((resolve) => (provide = resolve))
  let current: Handle = (request, response) => {
    void provided.then((handle) => handle(request, response))
  }
  void provided.then((handle) => (current = handle))
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) =>
    current(request, response),
  )
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      const actual = typeof address === 'object' && address ? address.port : port
      const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host
      const url = `http://${shown.includes(':') ? `[${shown}]` : shown}:${actual}`
      resolve({ url, handle: provide, close: () => closeServer(server) })
    })
  })
}

/** No new request; those under way get a moment, streams that never end do not. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), CLOSE_MS)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
