import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { OwnedStatement } from './owned-statements.ts'
import { type AnswerKind, CONTROL, type DumpMessage, type DumpWork } from './dump-messages.ts'
import { clusterPaths } from '#postgres/cluster/paths.ts'
import { pinnedOptions, type SocketTarget } from '#postgres/connection/admin.ts'
import { ClusterError } from '#postgres/errors.ts'

const CHUNK_BYTES = 1024 * 1024
const DEFAULT_TIMEOUT_MS = 30 * 60_000

/** Which part of a database: what its data needs to lie in, or what comes after the data. */
export type DumpSection = 'pre-data' | 'post-data'

export type DumpOptions = {
  readonly section: DumpSection
  /** Who each object belongs to is a statement after it, rather than whom its statement is run as. */
  readonly hasOwnerStatements?: boolean
  /** One that `pg_export_snapshot` gave, to see what others see. */
  readonly snapshot?: string | undefined
  readonly dumpTimeoutMs?: number
  readonly signal?: AbortSignal | undefined
}

export type DumpTarget = SocketTarget & { readonly user: string }

/** A section of a database as statements, each with the role it has to be run as. */
export function dumpStatements(
  target: DumpTarget,
  options: DumpOptions,
): Promise<readonly OwnedStatement[]> {
  const { section, snapshot, dumpTimeoutMs = DEFAULT_TIMEOUT_MS, signal } = options
  const control = new SharedArrayBuffer(16)
  const chunk = new SharedArrayBuffer(CHUNK_BYTES)
  const args = [
    `--dbname=${conninfoOf(target)}`,
    `--section=${section}`,
    '--encoding=UTF8',
    ...(options.hasOwnerStatements ? [] : ['--use-set-session-authorization']),
    ...(snapshot ? [`--snapshot=${snapshot}`] : []),
  ]
  const work: DumpWork = { args, control, chunk }
  const { socketDir } = clusterPaths(target.clusterDir)
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('pg-dump-worker.ts', import.meta.url), { workerData: work })
    const wire = wireTo(join(socketDir, `.s.PGSQL.${target.port}`), { control, chunk })
    const limit = AbortSignal.any([AbortSignal.timeout(dumpTimeoutMs), ...(signal ? [signal] : [])])
    const finish = (settle: () => void) => {
      limit.removeEventListener('abort', aborted)
      wire.socket.destroy()
      void worker.terminate()
      settle()
    }
    const fail = (message: string, cause?: unknown) =>
      finish(() => reject(new ClusterError('COMMAND_FAILED', message, { cause })))
    const aborted = () =>
      finish(() => reject(new ClusterError('ABORTED', 'The schema was not read in time')))
    limit.addEventListener('abort', aborted)
    if (limit.aborted) aborted()
    worker.on('message', (message: DumpMessage) => {
      if (message.kind === 'send') wire.send(message.bytes, message.wants)
      else if (message.kind === 'more') wire.hand()
      else if (message.kind === 'failed') fail(`pg_dump failed: ${said(message.message)}`)
      else finish(() => resolve(message.statements))
    })
    worker.once('error', (cause) => fail('pg_dump broke off', cause))
    worker.once('exit', () => fail('pg_dump ended without a word'))
  })
}

const MOST_SAID = 500

/**
 * What pg_dump says of its failure, for a person: neither where we lie on this machine, which comes
 * before, nor the statement with the names of all tables, which comes after.
 */
function said(message: string): string {
  const [, reason = message] =
    /: error: ([^]*?)(?:pg-dump-worker\.ts: detail: |$)/.exec(message) ?? []
  return reason.slice(0, MOST_SAID).trim()
}

/** `host` only keeps libpq from looking for another way: the bytes go where we connect. */
const conninfoOf = ({ user, password, database = 'postgres' }: DumpTarget) =>
  Object.entries({ host: 'socket', dbname: database, user, password, options: pinnedOptions })
    .map(([name, value]) => `${name}='${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`)
    .join(' ')

type Shared = { readonly control: SharedArrayBuffer; readonly chunk: SharedArrayBuffer }

/** The socket, and what has been heard on it since the last question. */
function wireTo(path: string, shared: Shared) {
  const control = new Int32Array(shared.control)
  const chunk = new Uint8Array(shared.chunk)
  const socket: Socket = connect(path)
  // grows by doubling: the packets of an answer are many, and each is copied only so often
  let received = Buffer.allocUnsafe(CHUNK_BYTES)
  let bytes = 0
  let answer: Buffer | undefined
  let wants: AnswerKind | undefined
  let isOver = false
  const scan = { at: 0, hasBegun: false }

  function hand() {
    const rest = answer ?? Buffer.alloc(0)
    const part = rest.subarray(0, CHUNK_BYTES)
    chunk.set(part)
    answer = rest.subarray(part.length)
    control[CONTROL.bytes] = part.length
    control[CONTROL.hasMore] = answer.length > 0 ? 1 : 0
    Atomics.store(control, CONTROL.isReady, 1)
    Atomics.notify(control, CONTROL.isReady)
  }

  function look() {
    if (wants === undefined) return
    const all = received.subarray(0, bytes)
    if (!isOver && !isWhole(all, wants, scan)) return
    answer = all
    received = Buffer.allocUnsafe(CHUNK_BYTES)
    bytes = 0
    scan.at = 0
    wants = undefined
    hand()
  }

  socket.on('data', (data: Buffer) => {
    if (bytes + data.length > received.length) {
      const larger = Buffer.allocUnsafe(Math.max(received.length * 2, bytes + data.length))
      received.copy(larger, 0, 0, bytes)
      received = larger
    }
    data.copy(received, bytes)
    bytes += data.length
    look()
  })
  // pg_dump reads nothing then, and says what that means to it
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isOver = true
    look()
  })
  return {
    socket,
    hand,
    send(message: Uint8Array, kind: AnswerKind | undefined) {
      wants = kind
      if (!isOver) socket.write(message)
      if (isOver) look()
    },
  }
}

/** Whether the server has said all it will: it waits for the next message, or for a password. */
function isWhole(
  bytes: Buffer,
  wants: AnswerKind,
  scan: { at: number; hasBegun: boolean },
): boolean {
  if (wants === 'encryption') return bytes.length > 0
  while (scan.at + 5 <= bytes.length) {
    const type = String.fromCodePoint(bytes[scan.at] ?? 0)
    const end = scan.at + 1 + bytes.readUInt32BE(scan.at + 1)
    if (end > bytes.length) return false
    const isPasswordAsked = type === 'R' && end === bytes.length && wantsAnswer(bytes, scan.at)
    // the server refuses a session before it ever becomes ready, and says no more after that
    const isRefusal = type === 'E' && !scan.hasBegun
    scan.at = end
    if (type === 'Z') scan.hasBegun = true
    if (type === 'Z' || type === 'G' || isPasswordAsked || isRefusal) return true
  }
  return false
}

const AUTHENTICATION_OK = 0
const SASL_FINAL = 12

function wantsAnswer(bytes: Buffer, at: number): boolean {
  const code = bytes.readUInt32BE(at + 5)
  return code !== AUTHENTICATION_OK && code !== SASL_FINAL
}
