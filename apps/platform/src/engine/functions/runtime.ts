// Not a part of the platform's own program: Deno runs this file, and this file runs a function. It stands
// alone, because a function's process can read nothing else of ours.
import { AsyncLocalStorage } from 'node:async_hooks'
import { formatWithOptions } from 'node:util'

type Handler = (request: Request, info: object) => Response | Promise<Response>
type ServeOptions = { handler?: Handler; onListen?: (address: object) => void }
type Address = { readonly hostname?: string; readonly transport?: string; readonly path?: string }
type Client = { readonly isClient: true }
type ClientOptions = { proxy?: object }
// what this file uses of the runtime
declare const Deno: {
  serve: unknown
  connect: (options: Address) => Promise<unknown>
  createHttpClient: (options: ClientOptions) => Client
  readonly env: { set: (name: string, value: string) => void }
  readonly stdin: { readonly readable: ReadableStream<Uint8Array<ArrayBuffer>> }
  readonly stdout: { writeSync: (bytes: Uint8Array) => number }
  exit: (code: number) => never
}

/** What the platform tells a function's process on its standard input. */
type Setup = {
  readonly entry: string
  readonly socketPath: string
  /** Begins each line that is meant for the platform, and nobody but this file knows it. */
  readonly mark: string
  readonly env: Readonly<Record<string, string>>
  /** The project's own address, and the socket on which the platform answers for it. */
  readonly gateway: { readonly url: string; readonly socketPath: string }
  /** The name of the project's database, and the socket on which it listens. */
  readonly database: { readonly host: string; readonly socketPath: string }
}

// the platform wrote it, from the same type
const setup = (await new Response(Deno.stdin.readable).json()) as Setup
const scope = new AsyncLocalStorage<string>()
const encoder = new TextEncoder()
const stdout = Deno.stdout

/** One line to the platform. */
function tell(message: object) {
  // on a line of its own, whatever the function has written without ending it
  let rest = encoder.encode(`\n${setup.mark}${JSON.stringify(message)}\n`)
  while (rest.length > 0) rest = rest.subarray(stdout.writeSync(rest))
}

const MAX_LINE = 10_000
const ALONE_MS = 60_000

function say(level: string, values: readonly unknown[]) {
  const text = formatWithOptions({ colors: false }, ...values).slice(0, MAX_LINE)
  tell({ is: 'log', level, text, execution: scope.getStore() })
}

const textOf = (error: unknown) =>
  (error instanceof Error ? (error.stack ?? String(error)) : formatWithOptions({}, error)).slice(
    0,
    MAX_LINE,
  )

const uncaught = (error: unknown) =>
  tell({ is: 'uncaught', text: textOf(error), execution: scope.getStore() })

const levels = { log: 'log', info: 'info', warn: 'warning', error: 'error', debug: 'debug' }
for (const [name, level] of Object.entries({ ...levels, trace: 'debug' })) {
  Object.assign(console, { [name]: (...values: unknown[]) => say(level, values) })
}

// one request's mistake ends neither the others nor the process
type Failure = Event & { readonly reason?: unknown; readonly error?: unknown }
function goOn(event: Failure) {
  event.preventDefault()
  uncaught(event.reason ?? event.error)
}
// the global object hears events here, as in a browser
const global = globalThis as unknown as EventTarget
global.addEventListener('unhandledrejection', goOn)
global.addEventListener('error', goOn)

for (const [name, value] of Object.entries(setup.env)) Deno.env.set(name, value)

/** The project's own address may be one that functions are kept from, so its requests take a way of their own. */
const reach = globalThis.fetch
const makeClient = Deno.createHttpClient
const ownWay = makeClient({ proxy: { transport: 'unix', path: setup.gateway.socketPath } })
const gateway = new URL(setup.gateway.url)
globalThis.fetch = (input: Request | URL | string, init?: RequestInit) => {
  const url = new URL(input instanceof Request ? input.url : String(input))
  const isOwn = url.origin === gateway.origin && url.pathname.startsWith(gateway.pathname)
  if (!isOwn) return reach(input, init)
  const asked = new Request(input, init)
  // a name that leads nowhere: the socket decides where it goes
  const inside = new Request(`http://gateway.invalid${url.pathname}${url.search}`, asked)
  // the runtime's own option, which the types of the web do not have
  return reach(inside, { client: ownWay } as RequestInit)
}

/** The same for the database, whichever client asks for it, and however it names host and port. */
const { host: databaseHost, socketPath: databaseSocket } = setup.database
const connect = Deno.connect
Deno.connect = (options) =>
  connect(options.hostname === databaseHost ? { transport: 'unix', path: databaseSocket } : options)
const { Socket } = process.getBuiltinModule('node:net')
// it has four signatures; here it is passed on whatever it was given
const connectSocket = Reflect.get(Socket.prototype, 'connect') as (...args: unknown[]) => unknown
Object.assign(Socket.prototype, {
  connect(...args: unknown[]) {
    // what another function of the module has put in order comes as one list
    const given = Array.isArray(args[0]) ? (args[0] as unknown[]) : args
    const isOwn = given.some(
      (each) =>
        each === databaseHost ||
        (typeof each === 'object' && each !== null && 'host' in each && each.host === databaseHost),
    )
    if (!isOwn) return Reflect.apply(connectSocket, this, args)
    const then = given.filter((each) => typeof each === 'function')
    return Reflect.apply(connectSocket, this, [{ path: databaseSocket }, ...then])
  },
})

// both would lead out of what the process is confined to: a proxy is not asked where it leads, and a
// worker has none of what this file has replaced
Deno.createHttpClient = (options) => {
  if (options?.proxy) throw new TypeError('A function cannot use a proxy')
  return makeClient(options)
}
class NoWorker {
  constructor() {
    throw new TypeError('Edge functions have no workers')
  }
}
Object.assign(globalThis, { Worker: NoWorker })
Object.assign(process.getBuiltinModule('node:worker_threads'), { Worker: NoWorker })
process.getBuiltinModule('node:module').syncBuiltinESMExports()

const serveOn = Deno.serve as (options: object, handler: Handler) => unknown // as its documentation has it
const served = Promise.withResolvers<Handler>()
let isServing = false

function serve(first: ServeOptions | Handler, second?: Handler) {
  const options = typeof first === 'function' ? {} : first
  const handler = typeof first === 'function' ? first : (second ?? options.handler)
  if (!handler) throw new TypeError('Deno.serve needs a function that answers requests')
  const addr = { transport: 'tcp', hostname: '0.0.0.0', port: 8000 }
  served.resolve(handler)
  isServing = true
  options.onListen?.(addr)
  return {
    addr,
    finished: new Promise<void>(() => undefined),
    shutdown: async () => undefined,
    ref: () => undefined,
    unref: () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  }
}
Deno.serve = serve
Object.assign(globalThis, {
  EdgeRuntime: {
    waitUntil: (task: unknown) => {
      void Promise.resolve(task).catch(uncaught)
    },
  },
})

/** The handler, as soon as the code has named one. */
async function handlerOf(): Promise<Handler> {
  type Exports = { readonly default?: { readonly fetch?: Handler } | Handler }
  const loaded = import(setup.entry).then((module: Exports) => {
    const made = module.default
    if (typeof made === 'function') served.resolve(made)
    else if (made?.fetch) served.resolve(made.fetch.bind(made))
    else served.reject(new Error('It neither calls Deno.serve nor exports default { fetch }'))
  })
  loaded.catch((error: unknown) => {
    // what serves already goes on
    if (isServing) uncaught(error)
    else served.reject(error)
  })
  return served.promise
}

const failed = () =>
  Response.json(
    {
      code: 'FUNCTION_ERROR',
      message: 'The function ended this request with an error',
      details: null,
      hint: 'Its log says which',
    },
    { status: 500, headers: { 'access-control-allow-origin': '*' } },
  )

// the platform asks each second; one that was killed does not, and nobody else would end this
let askedMs = performance.now()
setInterval(() => {
  if (performance.now() - askedMs > ALONE_MS) Deno.exit(0)
}, ALONE_MS / 6)

function answering(handler: Handler) {
  return async (request: Request, info: object): Promise<Response> => {
    const { headers } = request
    if (headers.get('x-plinth-mark') === setup.mark.trim()) {
      askedMs = performance.now()
      return new Response(null, { status: 204 })
    }
    const url = headers.get('x-plinth-url') ?? request.url
    // their owner gets to see what was sent to him, not what we add
    const own = new Headers(headers)
    own.delete('x-plinth-url')
    const { method, body, signal } = request
    // a body that is still coming has to be declared so; the web's types do not know it yet
    const init = { method, headers: own, body, signal, duplex: 'half' } as RequestInit
    const asked = new Request(url, init)
    return scope.run(headers.get('x-request-id') ?? '', async () => {
      try {
        const answer = await handler(asked, info)
        if (answer instanceof Response) return answer
        uncaught(new TypeError('It answered a request with something other than a Response'))
      } catch (error) {
        uncaught(error)
      }
      return failed()
    })
  }
}

try {
  const handler = await handlerOf()
  const onListen = () => tell({ is: 'ready' })
  serveOn({ path: setup.socketPath, onListen }, answering(handler))
} catch (error) {
  tell({ is: 'unfit', text: textOf(error) })
  Deno.exit(1)
}
