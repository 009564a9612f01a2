import { createServer } from 'node:net'
import { ClusterError, isSystemError } from '#postgres/errors.ts'

/** Whether a server could listen there now. Only really binding tells. */
export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error) => {
      if (isSystemError(error, 'EADDRINUSE', 'EACCES')) resolve(false)
      else reject(error)
    })
    // the server's way to say every address is not Node's
    const address = host === '*' ? '0.0.0.0' : host
    server.listen({ port, host: address, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/** The first port of a range that is neither promised to someone (`taken`) nor in use. */
export async function freePort({
  from,
  to,
  taken = new Set(),
  host = '127.0.0.1',
}: {
  from: number
  to: number
  taken?: ReadonlySet<number>
  host?: string
}): Promise<number> {
  for (let port = from; port <= to; port++) {
    if (!taken.has(port) && (await isPortFree(port, host))) return port
  }
  throw new ClusterError('NO_FREE_PORT', `Every port from ${from} to ${to} is taken`)
}
