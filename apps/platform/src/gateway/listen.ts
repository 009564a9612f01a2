import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

// a list of ids in a filter makes long addresses
const MAX_HEADER_BYTES = 64 * 1024
const KEEP_ALIVE_MS = 65_000
const CLOSE_MS = 1_500

export type Listening = {
  readonly url: string
  /** From now on requests are answered; until then they hear that the platform is starting. */
  readonly handle: (listener: RequestListener) => void
  readonly close: () => Promise<void>
}

/** Listens at once, so that the address is known to what is started before the gateway itself. */
export function listenForGateway(options: { host: string; port: number }): Promise<Listening> {
  const { host, port } = options
  let listener: RequestListener = (_req, res) => {
    res.writeHead(503, { 'content-type': 'application/json', 'retry-after': '2' })
    res.end(
      '{"code":"UNAVAILABLE","message":"The platform is starting","details":null,"hint":null}',
    )
  }
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (req, res) => listener(req, res))
  server.keepAliveTimeout = KEEP_ALIVE_MS
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const message = `Port ${port} for the gateway is taken. Choose another with PLINTH_GATEWAY_PORT`
      reject(error.code === 'EADDRINUSE' ? new Error(message, { cause: error }) : error)
    })
    server.listen({ host, port }, () => {
      const address = server.address() as AddressInfo // it listens on a port, not on a socket file
      const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host
      const name = shown.includes(':') ? `[${shown}]` : shown
      resolve({
        url: `http://${name}:${address.port}`,
        handle: (next) => void (listener = next),
        close: () => closeServer(server),
      })
    })
  })
}

/** No new request; those under way get a moment. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), CLOSE_MS).unref()
  })
}
