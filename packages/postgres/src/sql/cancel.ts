import { once } from 'node:events'
import { connect } from 'node:net'
import type pg from 'pg'

// what a client knows of its backend since the login; pg keeps it, its types do not say so
type BackendKey = { processID: number | null; secretKey: number | null }

const cancelRequestCode = 80_877_102 // 1234 in the upper half, 5678 in the lower, so that no version is like it

/**
 * Asks the server to stop what this client's backend is doing. Resolves when the server has passed
 * the request on; the statement itself then fails with 57014, or has just ended.
 */
export async function cancelBackend(
  client: pg.Client,
  { cancelTimeoutMs = 5_000 }: { cancelTimeoutMs?: number } = {},
): Promise<void> {
  // its own fields, which its types leave out
  const { processID, secretKey } = client as unknown as BackendKey
  if (processID === null || secretKey === null) return
  const { host, port } = client
  const socket = connect(
    host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
  )
  const request = Buffer.alloc(16)
  request.writeInt32BE(16, 0)
  request.writeInt32BE(cancelRequestCode, 4)
  request.writeInt32BE(processID, 8)
  request.writeInt32BE(secretKey, 12)
  socket.setTimeout(cancelTimeoutMs, () => socket.destroy())
  // expected: a server that is gone has nothing left to stop
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  socket.resume()
  socket.end(request)
  await closed.catch(() => undefined)
}
