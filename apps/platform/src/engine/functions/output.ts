import type { Readable } from 'node:stream'
import { z } from 'zod'

// ten thousand characters, each of them escaped at worst
const MAX_LINE_BYTES = 64 * 1024
const WINDOW_MS = 100
const BYTES_A_WINDOW = 1024 * 1024
const LINES_A_SECOND = 100
const BURST = 1_000

const Message = z.discriminatedUnion('is', [
  z.object({ is: z.literal('ready') }),
  z.object({ is: z.literal('unfit'), text: z.string() }),
  z.object({ is: z.literal('uncaught'), text: z.string(), execution: z.string().optional() }),
  z.object({
    is: z.literal('log'),
    level: z.enum(['log', 'info', 'warning', 'error', 'debug']),
    text: z.string(),
    execution: z.string().optional(),
  }),
])
export type Said = z.infer<typeof Message> | { readonly is: 'line'; readonly text: string }

/** Told the lines of a stream that say anything; longer ones are cut, and what comes too fast has to wait. */
export function readLines(stream: Readable, hear: (line: string) => void): void {
  let held: Buffer[] = []
  let bytes = 0
  let inWindow = 0
  let windowAt = 0

  function end() {
    if (held.length > 0) hear(Buffer.concat(held).toString('utf8'))
    held = []
    bytes = 0
  }

  function keep(part: Buffer) {
    const rest = MAX_LINE_BYTES - bytes
    if (rest > 0 && part.length > 0) held.push(part.subarray(0, rest))
    bytes += part.length
  }

  function slow(size: number) {
    const now = performance.now()
    if (now - windowAt > WINDOW_MS) [windowAt, inWindow] = [now, 0]
    inWindow += size
    if (inWindow < BYTES_A_WINDOW) return
    stream.pause()
    setTimeout(() => stream.resume(), WINDOW_MS)
  }

  // expected: the pipe breaks when the process is killed
  stream.on('error', () => undefined)
  stream.on('end', end)
  stream.on('data', (chunk: Buffer) => {
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      keep(chunk.subarray(from, at))
      end()
      from = at + 1
    }
    keep(chunk.subarray(from))
    slow(chunk.length)
  })
}

/** What a line says: a message of the program that runs the function, or the function's own text. */
export function saidBy(line: string, mark: string): Said {
  if (!line.startsWith(mark)) return { is: 'line', text: line }
  try {
    return Message.parse(JSON.parse(line.slice(mark.length)))
  } catch {
    // one that was cut, or that the function made up
    return { is: 'line', text: line.slice(mark.length) }
  }
}

/** Lets through what is no flood, and says how much of one was left out. */
export function dam(pass: (said: Said) => void) {
  let tokens = BURST
  let at = performance.now()
  let lost = 0

  return (said: Said) => {
    if (said.is === 'ready' || said.is === 'unfit') return pass(said)
    const now = performance.now()
    tokens = Math.min(BURST, tokens + ((now - at) / 1000) * LINES_A_SECOND)
    at = now
    if (tokens < 1) {
      lost++
      return
    }
    tokens -= 1
    if (lost > 0) {
      const text = `${lost} lines came too fast to be kept`
      lost = 0
      pass({ is: 'log', level: 'warning', text })
    }
    pass(said)
  }
}
