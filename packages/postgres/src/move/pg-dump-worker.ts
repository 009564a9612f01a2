import { randomBytes } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { pgDump } from '@electric-sql/pglite-tools/pg_dump'
import { type AnswerKind, CONTROL, type DumpMessage, type DumpWork } from './dump-messages.ts'
import { ownedStatements } from './owned-statements.ts'
import { loadParser } from '#postgres/sql/statements.ts'

// pg_dump as WebAssembly waits for its server like any C program does, so it has a thread of its own.
// The parent owns the socket; what pg_dump writes goes there, and this thread sleeps until the answer.

const SSL_REQUEST = 80_877_103
const GSS_REQUEST = 80_877_104

const { args, control: shared, chunk } = workerData as DumpWork // only pg-dump.ts starts us
const control = new Int32Array(shared)
const tell = (message: DumpMessage) => parentPort?.postMessage(message)

/** Sends and sleeps until the whole answer has come. */
function ask(bytes: Uint8Array, wants: AnswerKind): Buffer {
  const parts: Buffer[] = []
  let message: DumpMessage = { kind: 'send', bytes, wants }
  do {
    Atomics.store(control, CONTROL.isReady, 0)
    tell(message)
    Atomics.wait(control, CONTROL.isReady, 0)
    parts.push(Buffer.from(new Uint8Array(chunk, 0, control[CONTROL.bytes])))
    message = { kind: 'more' }
  } while (control[CONTROL.hasMore] === 1)
  return Buffer.concat(parts)
}

let hasStarted = false
let unsent: Uint8Array[] = []

/** What comes back for these bytes; nothing while a message is incomplete or needs no answer. */
function exchange(bytes: Uint8Array): Uint8Array | undefined {
  // a copy: its memory is used again as soon as we return
  const all = Buffer.concat([...unsent, bytes])
  unsent = [all]
  if (!hasStarted) {
    const code = all.readUInt32BE(4)
    const isEncryption = code === SSL_REQUEST || code === GSS_REQUEST
    hasStarted = !isEncryption
    unsent = []
    return ask(all, isEncryption ? 'encryption' : 'messages')
  }
  const last = lastMessage(all)
  if (last === 'X') {
    tell({ kind: 'send', bytes: all, wants: undefined })
    unsent = []
    return undefined
  }
  // nothing comes back before Query, Sync, Flush or a password
  if (last === undefined || !'QSHp'.includes(last)) return undefined
  unsent = []
  return ask(all, 'messages')
}

/** The kind of the last message; undefined while one is incomplete. */
function lastMessage(bytes: Buffer): string | undefined {
  let at = 0
  let last: string | undefined
  while (at + 5 <= bytes.length) {
    last = String.fromCodePoint(bytes[at] ?? 0)
    at += 1 + bytes.readUInt32BE(at + 1)
  }
  return at === bytes.length ? last : undefined
}

type OnData = { readonly onRawData: (bytes: Uint8Array) => void }

/** As much of PGlite as pg_dump asks for; the search path is one that it saves and restores there. */
const server = {
  query: () => Promise.resolve({ rows: [{ search_path: '' }] }),
  exec: () => Promise.resolve([]),
  execProtocolRawStream(bytes: Uint8Array, { onRawData }: OnData): void {
    const answer = exchange(bytes)
    if (answer) onRawData(answer)
  },
}

/**
 * What pg_dump writes, letter for letter. The package takes every line away that begins as one of
 * pg_dump's own directives, also where it is a line of somebody's function or text, and offers no way
 * around that: so in this thread, which does nothing else, its pattern finds nothing. The two lines
 * that are pg_dump's own bear a key that nobody else knows.
 */
async function dumpedText(): Promise<string> {
  const key = randomBytes(24).toString('hex')
  const pg = server as unknown as Parameters<typeof pgDump>[0]['pg'] // the three calls it makes
  // oxlint-disable-next-line typescript/unbound-method -- given its `this` below
  const { replace } = String.prototype
  const meanwhile = (value: unknown) =>
    Object.defineProperty(String.prototype, 'replace', {
      value,
      configurable: true,
      writable: true,
    })
  meanwhile(function (this: string, ...args: [string | RegExp, string]) {
    const [pattern] = args
    const isDirective = pattern instanceof RegExp && pattern.source.includes('restrict')
    return isDirective ? this.valueOf() : Reflect.apply(replace, this, args)
  })
  try {
    const file = await pgDump({ pg, args: [...args, `--restrict-key=${key}`] })
    const own = new Set([String.raw`\restrict ${key}`, String.raw`\unrestrict ${key}`])
    const lines = (await file.text()).split('\n')
    return lines.filter((line) => !own.has(line)).join('\n')
  } finally {
    meanwhile(replace)
  }
}

try {
  const text = await dumpedText()
  await loadParser()
  tell({ kind: 'statements', statements: ownedStatements(text) })
} catch (error) {
  tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
}
