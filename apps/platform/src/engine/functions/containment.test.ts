import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { functionsOf } from '#test/functions.ts'
import { gatewayFor, type TestGateway } from '#test/gateway.ts'
import { type RunningApp, runningApp } from '#test/running-app.ts'

let t: RunningApp
let g: TestGateway
let f: ReturnType<typeof functionsOf>
let ref: string
/** Something of this machine that is nobody's business, and who came to it. */
let neighbour: Server
let visits = 0

beforeAll(async () => {
  t = await runningApp({ router: () => ({}) })
  g = await gatewayFor(t)
  f = functionsOf(t)
  const { organization } = await t.cast()
  ref = (await t.makeRunningProject(organization)).ref
  neighbour = createServer((socket) => {
    visits++
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nsecret')
  })
  await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve))
  await f.deploy(ref, 'good', {
    code: `export default { fetch: () => new Response('good') }`,
    verify_jwt: false,
  })
})
afterAll(async () => {
  neighbour.close()
  await g[Symbol.asyncDispose]()
  await t[Symbol.asyncDispose]()
})

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${g.urlOf(ref)}/functions/v1/${path}`, init)
const codeOf = async (answer: Response) =>
  // what the gateway refuses with always has one
  `${answer.status} ${((await answer.json()) as { code: string }).code}`

/** Asks another function all the while, and says how long its slowest answer took. */
async function whileGoodAnswers(during: () => Promise<void>): Promise<number> {
  let isOver = false
  let slowestMs = 0
  const asking = (async () => {
    while (!isOver) {
      const startedMs = performance.now()
      const answer = await ask('good')
      expect(await answer.text()).toBe('good')
      slowestMs = Math.max(slowestMs, performance.now() - startedMs)
      await new Promise((done) => setTimeout(done, 20))
    }
  })()
  await during()
  isOver = true
  await asking
  return slowestMs
}

const bad = (slug: string, body: string) =>
  f.deploy(ref, slug, {
    code: `export default { fetch: async (req) => {
      if (req.url.endsWith('well')) return new Response('well')
      ${body} } }`,
    verify_jwt: false,
  })

test.each([
  ['loop', 'for (;;) {}', '546 FUNCTION_BLOCKED blocked'],
  [
    'objects',
    `const held = []; for (let n = 0; ; n++) {
       for (let i = 0; i < 1000; i++) held.push({ n, i, text: 'x'.repeat(10) + n + i })
       if (n % 50 === 0) await new Promise((done) => setTimeout(done)) }`,
    '546 FUNCTION_MEMORY_LIMIT memory',
  ],
  [
    'buffers',
    `const held = []; for (let n = 0; n < 128; n++) {
       held.push(new Uint8Array(16 * 1024 * 1024).fill(n))
       await new Promise((done) => setTimeout(done, 20)) }
     return new Response('held 2 GB')`,
    '546 FUNCTION_MEMORY_LIMIT memory',
  ],
  ['leaves', 'Deno.exit(3)', '502 FUNCTION_ENDED crashed'],
])(
  'one like %s is ended, says why, and harms no other',
  async (slug, body, expected) => {
    const at = expected.lastIndexOf(' ')
    const [answer, reason] = [expected.slice(0, at), expected.slice(at + 1)]
    await bad(slug, body)
    expect(await (await ask(`${slug}/well`)).text()).toBe('well')
    const slowestMs = await whileGoodAnswers(async () => {
      const beside = ask(slug)
      expect(await codeOf(await ask(slug))).toBe(answer)
      expect(await codeOf(await beside), 'every request that it was working on').toBe(answer)
    })
    expect(slowestMs).toBeLessThan(2_500)
    await expect.poll(() => f.ends(ref, slug)).toContain(reason)
    expect(await (await ask(`${slug}/well`)).text(), 'the next request starts it anew').toBe('well')
  },
  30_000,
)

test('a burst of memory in one go does not get the machine’s', async () => {
  await bad(
    'burst',
    `const held = []; for (let n = 0; n < 128; n++) held.push(new Uint8Array(16 * 1024 * 1024).fill(n))
     return new Response('held 2 GB')`,
  )
  const answer = await ask('burst')
  expect(['546 FUNCTION_MEMORY_LIMIT', '500 FUNCTION_ERROR']).toContain(await codeOf(answer))
})

test('one that keeps ending has to wait longer and longer', async () => {
  await bad('crashes', 'Deno.exit(1)')
  const seen = []
  for (let n = 0; n < 6; n++) seen.push(await codeOf(await ask('crashes')))
  expect(seen.slice(0, 2)).toEqual(['502 FUNCTION_ENDED', '502 FUNCTION_ENDED'])
  expect(seen.at(-1)).toBe('503 FUNCTION_CRASHING')
  expect((await f.ends(ref, 'crashes')).length).toBeLessThan(4)
})

/** What each of these tries answers: that it worked, or the error it was stopped with. */
async function tried(slug: string, tries: Record<string, string>) {
  const lines = Object.entries(tries).map(
    ([name, code]) => `seen[${JSON.stringify(name)}] = await attempt(async () => { ${code} })`,
  )
  await f.deploy(ref, slug, {
    code: `
      const attempt = async (what) => {
        try { return 'WORKED: ' + String(await what()).slice(0, 60) } catch (error) { return String(error) }
      }
      export default { fetch: async () => {
        const seen = {}
        ${lines.join('\n')}
        return Response.json(seen) } }`,
    verify_jwt: false,
  })
  const answer = await ask(slug)
  expect(answer.status).toBe(200)
  // each entry is a text, as the code above makes it
  return (await answer.json()) as Record<string, string>
}
const worked = (seen: Record<string, string>) =>
  Object.entries(seen).filter(([, text]) => text.startsWith('WORKED'))

test('files other than its own are out of reach', async () => {
  const seen = await tried('reads', {
    text: `return Deno.readTextFileSync('/etc/passwd')`,
    node: `return (await import('node:fs')).readFileSync('/etc/passwd', 'utf8')`,
    import: `return (await import('/etc' + '/passwd', { with: { type: 'text' } })).default`,
    require: `return (await import('node:module')).createRequire(import.meta.url)('/etc/hosts')`,
    environ: `return Deno.readTextFileSync('/proc/self/environ')`,
    siblings: `return [...Deno.readDirSync(new URL('../..', import.meta.url))].length`,
    write: `return Deno.writeTextFileSync('/tmp/written-by-a-function', 'x')`,
    'write own': `return Deno.writeTextFileSync(new URL('./x.txt', import.meta.url), 'x')`,
    temporary: `return Deno.makeTempFileSync()`,
    cache: `return (await caches.open('x')).put('http://a.test/', new Response('x'))`,
    storage: `return localStorage.setItem('a', 'b')`,
    link: `return Deno.symlinkSync('/etc/passwd', new URL('./passwd', import.meta.url))`,
    sqlite: `return new (await import('node:sqlite')).DatabaseSync('/tmp/written-by-a-function.db')`,
  })
  expect(worked(seen)).toEqual([])
  const own = await tried('reads-own', {
    own: `return Deno.readTextFileSync(new URL('./index.ts', import.meta.url)).length`,
  })
  expect(worked(own)).toHaveLength(1)
})

test('a static import of a file of the machine is refused at the start, too', async () => {
  const row = await f.deploy(ref, 'sly', { code: 'export default () => new Response("x")' })
  const content = Buffer.from(
    `import text from '/etc/passwd' with { type: 'text' }
     export default { fetch: () => new Response(text) }`,
  )
  // as if the check of a deployment had let it through
  await t.db
    .updateTable('function_files')
    .set({ content })
    .where('function_id', '=', row.id)
    .execute()
  await t.db.updateTable('functions').set({ version: 9 }).where('id', '=', row.id).execute()
  await t.parts.bus.publish({ topic: 'functions', ref })
  const answer = await ask('sly', { headers: { apikey: (await g.keysOf(ref)).anon } })
  expect(await answer.text()).not.toContain('root:')
  expect(answer.status).toBe(503)
})

test('nothing else of this machine or its network is reached, and nothing is opened on it', async () => {
  const { port } = neighbour.address() as AddressInfo // it listens on a port
  const url = (host: string) => `return (await fetch('http://${host}:${port}/')).text()`
  const seen = await tried('reaches', {
    loopback: url('127.0.0.1'),
    name: url('localhost'),
    six: url('[::ffff:127.0.0.1]'),
    zero: url('0.0.0.0'),
    number: url('2130706433'),
    short: url('127.1'),
    tcp: `return await Deno.connect({ hostname: '127.0.0.1', port: ${port} })`,
    'tcp by name': `return await Deno.connect({ hostname: 'localhost', port: ${port} })`,
    node: `const net = await import('node:net')
      return await new Promise((done, fail) => net.connect(${port}, 'localhost').on('connect', done).on('error', fail))`,
    http: `const http = await import('node:http')
      return await new Promise((done, fail) => http.get('http://localhost:${port}/', done).on('error', fail))`,
    socket: `return await new Promise((done, fail) => {
      const socket = new WebSocket('ws://localhost:${port}/')
      socket.onopen = done; socket.onerror = (event) => fail(event.message) })`,
    proxy: `const client = Deno.createHttpClient({ proxy: { url: 'socks5://localhost:${port}' } })
      return (await fetch('http://example.test/', { client, signal: AbortSignal.timeout(500) })).text()`,
    'proxy by environment': `Deno.env.set('ALL_PROXY', 'socks5://localhost:${port}')
      process.env.HTTP_PROXY = 'http://localhost:${port}'
      const client = Deno.createHttpClient({})
      return (await fetch('http://example.test/', { client, signal: AbortSignal.timeout(500) })).text()`,
    worker: `const code = 'postMessage(1)'
      return new Worker('data:application/javascript,' + code, { type: 'module' })`,
    'worker thread': `const { Worker } = await import('node:worker_threads')
      return new Worker('1', { eval: true })`,
    module: `return await import('http://127.0.0.1:${port}/x.ts')`,
    metadata: `return (await fetch('http://169.254.169.254/', { signal: AbortSignal.timeout(500) })).text()`,
    private: `return (await fetch('http://10.0.0.1/', { signal: AbortSignal.timeout(500) })).text()`,
    dns: `return await Deno.resolveDns('a.test', 'A', { nameServer: { ipAddr: '127.0.0.1', port: ${port} } })`,
    'other project': `return (await fetch(Deno.env.get('PLINTH_URL').replace(/[a-z]{20}/, 'x'.repeat(20)) + '/rest/v1/')).text()`,
    listen: `return Deno.listen({ port: 0 })`,
    'listen on loopback': `return Deno.listen({ port: 0, hostname: '127.0.0.1' })`,
    'listen by node': `const http = await import('node:http')
      return await new Promise((done, fail) => http.createServer().on('error', fail).listen(0, done))`,
    'listen on a socket': `return Deno.listen({ transport: 'unix', path: '/tmp/by-a-function.sock' })`,
    inspector: `return (await import('node:inspector')).open(0)`,
  })
  expect(worked(seen)).toEqual([])
  expect(visits).toBe(0)
})

test('no program is started, no library loaded and no process ended', async () => {
  const seen = await tried('spawns', {
    command: `return new Deno.Command('id').outputSync()`,
    node: `return (await import('node:child_process')).execSync('id')`,
    fork: `return (await import('node:child_process')).spawnSync('/bin/sh', ['-c', 'id'], { env: {} }).error ?? (() => { throw 'none' })()`,
    ffi: `return Deno.dlopen('libc.so.6', {})`,
    addon: `return process.dlopen({ exports: {} }, '/lib/x86_64-linux-gnu/libc.so.6')`,
    kill: `return Deno.kill(Deno.ppid, 'SIGKILL')`,
    'kill by node': `return process.kill(process.ppid, 'SIGKILL')`,
    name: `return Deno.hostname()`,
    addresses: `return Deno.networkInterfaces()`,
  })
  expect(worked(seen).filter(([, text]) => !/NotCapable/.test(text))).toEqual([])
})

test('its own database is reached by its name, whatever asks for it', async () => {
  const seen = await tried('database', {
    node: `const { username, hostname, port } = new URL(process.env.SUPABASE_DB_URL)
      const net = await import('node:net')
      const asked = net.connect(Number(port), hostname, () => asked.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])))
      return username + ' ' + await new Promise((done, fail) => asked.on('data', done).on('error', fail))`,
    deno: `const { username, hostname, port } = new URL(Deno.env.get('PLINTH_DB_URL'))
      const socket = await Deno.connect({ hostname, port: Number(port) })
      // asks whether it speaks TLS: one letter is the answer
      await socket.write(new Uint8Array([0, 0, 0, 8, 4, 210, 22, 47]))
      const answer = new Uint8Array(1)
      await socket.read(answer)
      return username + ' ' + new TextDecoder().decode(answer)`,
  })
  expect(Object.keys(seen)).toEqual(['node', 'deno'])
  for (const text of Object.values(seen)) expect(text).toMatch(/^WORKED: plinth_editor [NS]$/)
})

test('a flood of words is cut, and costs others nothing', async () => {
  await bad(
    'talks',
    `for (let n = 0; n < 200; n++) { for (let i = 0; i < 100; i++) console.log('word', n, i); await 0 }
     console.log('x'.repeat(1_000_000)); Deno.stdout.writeSync(new Uint8Array(5_000_000).fill(120))
     return new Response('said')`,
  )
  expect(await (await ask('talks')).text()).toBe('said')
  const rows = await f.rows(ref, 'talks')
  expect(rows.length).toBeGreaterThan(500)
  expect(rows.length).toBeLessThan(2_000)
  for (const { event_message: text } of rows) expect(text.length).toBeLessThan(70_000)
})
