import { chmod, lchown, rm } from 'node:fs/promises'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import type { User } from './types.ts'

// of the project's connections; the dashboard works by the same role
const MAX_CONNECTIONS = 20
const MAX_HEADER_BYTES = 64 * 1024

type Options = {
  readonly ref: string
  /** Ours; the sockets in it are the project's to connect to. */
  readonly dir: string
  readonly user: User | undefined
  /** Answers what comes to the gateway. */
  readonly gateway: RequestListener
  /** Where the project's database listens now. */
  readonly databaseSocket: () => string | undefined
}

export type Relay = {
  readonly gatewaySocket: string
  readonly databaseSocket: string
  readonly close: () => Promise<void>
}

/**
 * The two things of its own project that a function reaches although it is kept from this machine's
 * addresses: the gateway, for this project's paths only, and the database.
 */
export async function openRelay({ ref, dir, user, ...to }: Options): Promise<Relay> {
  const own = `/projects/${ref}/`
  const web = createHttpServer({ maxHeaderSize: MAX_HEADER_BYTES }, (req, res) => {
    // the runtime takes the socket for a proxy, and names the whole address
    req.url = req.url?.replace(/^http:\/\/[^/]*/, '') ?? '/'
    if (req.url.startsWith(own)) to.gateway(req, res)
    else res.writeHead(404).end()
  })
  const database = createServer((incoming) => {
    const path = to.databaseSocket()
    if (path === undefined) return void incoming.destroy()
    const outgoing = connect(path)
    // either end takes the other along
    incoming.on('error', () => outgoing.destroy()).on('close', () => outgoing.destroy())
    outgoing.on('error', () => incoming.destroy()).on('close', () => incoming.destroy())
    incoming.pipe(outgoing).pipe(incoming)
  })
  database.maxConnections = MAX_CONNECTIONS
  const gatewaySocket = join(dir, 'gateway.sock')
  // the name that Postgres clients look for in a folder
  const databaseSocket = join(dir, '.s.PGSQL.5432')
  await listen(web, gatewaySocket, user)
  await listen(database, databaseSocket, user)
  return {
    gatewaySocket,
    databaseSocket,
    async close() {
      web.closeAllConnections()
      await Promise.all([closed(web), closed(database)])
    },
  }
}

async function listen(server: Server, path: string, user: User | undefined) {
  await rm(path, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  if (user) await lchown(path, user.uid, user.gid)
  await chmod(path, 0o600)
  // it must not keep the platform from ending
  server.unref()
}

const closed = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()))
